import Dispatch
import Foundation
import OvertileCore
import Subprocess
import SystemPackage

/// The first process of a started command; it can be reaped once it is released and has ended.
struct StartedProcess: Sendable {
  /// Its number, which is also that of its group.
  let number: pid_t
  fileprivate let holder: AsyncStream<Never>.Continuation

  /// Sends a signal to every process of its group.
  func signal(_ signal: Int32) { kill(-number, signal) }

  /// Lets it be reaped.
  func release() { holder.finish() }

  /// Its exit status, or 256 and the signal that ended it; nil while it runs. It is not reaped by that.
  var status: Int32? {
    var end = siginfo_t()
    while waitid(P_PID, id_t(number), &end, WEXITED | WNOHANG | WNOWAIT) != 0 { if errno != EINTR { return -1 } }
    #if canImport(Darwin)
      let (process, status) = (end.si_pid, end.si_status)
    #else
      let (process, status) = (end._sifields._sigchld.si_pid, end._sifields._sigchld.si_status)
    #endif
    guard process == number else { return nil }
    return end.si_code == CLD_EXITED ? status : 256 + status
  }
}

extension ExternalCommand {
  /// Starts the program in a process group of its own.
  ///
  /// - Parameters:
  ///   - output: the end of a pipe that becomes its standard output, and is closed here.
  ///   - errors: the same for its standard error.
  /// - Throws: `CommandError` with the kind `notStarted`.
  func start(output: FileDescriptor, errors: FileDescriptor) throws(CommandError) -> StartedProcess {
    let (held, holder) = AsyncStream.makeStream(of: Never.self)
    // Written before the signal, and never after it.
    nonisolated(unsafe) var result: Result<StartedProcess, CommandError>?
    let isThere = DispatchSemaphore(value: 0)
    detachedFromCallers { [self] in
      do {
        _ = try await run(
          configuration, input: .fileDescriptor(try standardInput(), closeAfterSpawningProcess: true),
          output: .fileDescriptor(output, closeAfterSpawningProcess: true),
          error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
        ) { execution in
          result = .success(StartedProcess(number: execution.processIdentifier.value, holder: holder))
          isThere.signal()
          for await _ in held {}
        }
      } catch {
        guard result == nil else { return }
        result = .failure(failure(error))
        isThere.signal()
      }
    }
    isThere.wait()
    guard let result else { throw CommandError(.notStarted, "cannot start a process") }
    return try result.get()
  }

  private var configuration: Configuration {
    var options = PlatformOptions()
    options.processGroupID = 0
    var added: [Environment.Key: String?] = [:]
    for (name, value) in variables { added[Environment.Key(rawValue: name) ?? ""] = .some(value) }
    let guardian = guardian
    return Configuration(
      executable: .path(FilePath(guardian ?? program)),
      arguments: guardian == nil
        ? Arguments(executablePathOverride: name, remainingValues: arguments)
        : Arguments(["--pdeathsig", "KILL", program] + arguments),
      environment: .inherit.updating(added), workingDirectory: FilePath(folder), platformOptions: options)
  }

  /// util-linux's setpriv, which lets Linux end the command when this process is killed; nil if it is not there. It cannot
  /// say why another file cannot be run, so it runs programs of the system and scripts only.
  private var guardian: String? {
    let head = FileHandle(forReadingAtPath: program).flatMap { try? $0.read(upToCount: 2) }
    let path = "/usr/bin/setpriv"
    return [Data("#!".utf8), Data([0x7F, 0x45])].contains(head) && access(path, X_OK) == 0 ? path : nil
  }

  /// The text for its standard input in a file without a name, which can be read again and that nobody else finds; or nothing.
  private func standardInput() throws -> FileDescriptor {
    guard let input else { return try FileDescriptor.open("/dev/null", .readOnly) }
    var path = Array(NSTemporaryDirectory().utf8CString.dropLast()) + Array("/overtile-XXXXXX".utf8CString)
    let file = FileDescriptor(rawValue: mkstemp(&path))
    guard file.rawValue >= 0 else { throw Errno(rawValue: errno) }
    unlink(path)
    try file.writeAll(input.utf8)
    return file
  }

  private func failure(_ error: any Error) -> CommandError {
    let cause = (error as? SubprocessError)?.underlyingError
    let words =
      cause == .execFormatError
      ? "the system cannot run its format; a script must start with a line such as #!/bin/sh"
      : cause.map { "\($0)" } ?? "\(error)"
    return CommandError(.notStarted, "cannot run \(program) in the folder \(folder): \(words)")
  }
}

/// Runs a body as a task beside the threads of tasks, all of which may be waiting for commands.
private func detachedFromCallers(_ body: @escaping @Sendable () async -> Void) {
  if #available(macOS 15, iOS 18, *) {
    Task.detached(executorPreference: CommandExecutor.shared, operation: body)
  } else {
    Task.detached(operation: body)
  }
}

/// Threads of its own for the tasks that start commands and wait for their ends.
@available(macOS 15, iOS 18, *)
private final class CommandExecutor: TaskExecutor {
  static let shared = CommandExecutor()
  private let queue = DispatchQueue(label: "overtile.commands")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
