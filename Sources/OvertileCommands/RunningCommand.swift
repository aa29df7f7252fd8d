import Foundation
import OvertileCore
import SystemPackage

/// A command whose standard output is read while it runs.
///
/// Standard error is read at the same time, so that the command never blocks on it. When this object is released, every
/// process of the command's group is asked to end (SIGTERM) and killed soon after. Use it from one thread at a time.
package final class RunningCommand {
  /// The output on standard error so far.
  package private(set) var errorText = ErrorText()
  /// The number of bytes of output read so far.
  package private(set) var byteCount: UInt64 = 0

  private let registry: CommandRegistry
  private let process: StartedProcess
  private var output: Int32
  private var errors: Int32
  private let limitSeconds: Double
  private let clock = Stopwatch()
  private let digest = SHA256()
  private var isReaped = false

  /// The time it has to end after it was asked to, in seconds; less than a run has that was asked to stop.
  private static let graceSeconds = 0.25
  /// The interval between checks of the time and of the cancellation, in milliseconds.
  private static let tickMilliseconds: Int32 = 20
  private static let errorBytes = 1 << 16

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - limitSeconds: the time limit, from its start to its end.
  ///   - registry: ends it when the run has to stop.
  /// - Throws: `CommandError` with the kinds `notFound`, `notStarted` or `cancelled`.
  package init(_ command: ExternalCommand, limitSeconds: Double, registry: CommandRegistry) throws(CommandError) {
    (self.limitSeconds, self.registry) = (limitSeconds, registry)
    do {
      let (output, errors) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
      for end in [output.readEnd, output.writeEnd, errors.readEnd, errors.writeEnd] {
        _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
      }
      for end in [output.readEnd, errors.readEnd] { _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK) }
      (self.output, self.errors) = (output.readEnd.rawValue, errors.readEnd.rawValue)
      process = try registry.start { () throws(CommandError) in
        try command.start(output: output.writeEnd, errors: errors.writeEnd)
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(.notStarted, "cannot create a pipe: \(error)")
    }
  }

  deinit { end() }

  /// The time since the command started, in seconds.
  package var seconds: Double { clock.seconds }

  /// Waits for output and reads it into a buffer. Returns the number of bytes, which is 0 only at the end.
  ///
  /// - Throws: `CommandError` with the kinds `failed` or `killed`, if it has ended so with nothing more to read, `timedOut`,
  ///   `cancelled` or `notRead`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(CommandError) -> Int {
    while true {
      try checkTime()
      let isReady = wait()
      let count = OvertileCore.read(output, buffer.baseAddress, buffer.count)
      if count >= 0 {
        byteCount += UInt64(count)
        digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
      }
      guard [EAGAIN, EINTR].contains(errno) else {
        throw CommandError(.notRead, "cannot read the command's output: \(String(cString: strerror(errno)))")
      }
      // A child of it may hold the pipe open, and is waited for only if all is well.
      if !isReady, let status = process.status, let failure = failure(status) { throw failure }
    }
  }

  /// Waits for the command to end after its output was read.
  ///
  /// - Returns: the SHA-256 of the output in hexadecimal.
  /// - Throws: `CommandError` with the kinds `failed`, `killed`, `timedOut` or `cancelled`.
  package func finish() throws(CommandError) -> String {
    var status = process.status
    while status == nil {
      try checkTime()
      wait(forOutput: false)
      status = process.status
    }
    end()
    if let status, let failure = failure(status) { throw failure }
    return digest.finishAsText()
  }

  /// Returns how the command failed if it has failed or fails within a moment. Its remaining output is lost.
  ///
  /// Call this for unexpected output, which often comes from a command that is failing.
  package func failureSoon() -> CommandError? {
    var lost = [UInt8](repeating: 0, count: Self.errorBytes)
    let asked = Stopwatch()
    while !isReaped, asked.seconds < Self.graceSeconds {
      wait()
      _ = lost.withUnsafeMutableBytes { OvertileCore.read(output, $0.baseAddress, $0.count) }
      if let status = process.status { return failure(status) }
    }
    return nil
  }

  /// Ends the command and all processes of its group at once. Returns when they are gone.
  package func end() {
    close(&output)
    if !isReaped {
      process.signal(SIGTERM)
      let asked = Stopwatch()
      while process.status == nil, asked.seconds < Self.graceSeconds { wait(forOutput: false) }
      drainErrors()
      registry.reap(process)
      isReaped = true
    }
    close(&errors)
  }

  private func checkTime() throws(CommandError) {
    if registry.wasStopped { throw CommandError(.cancelled, "stopped on request") }
    guard clock.seconds > limitSeconds else { return }
    end()
    let limit = String(format: "%.15g s", limitSeconds)
    throw CommandError(.timedOut, "the process exceeded its timeout of \(limit) and was stopped")
  }

  /// Waits a tick for output, and meanwhile reads standard error; returns whether there is output, or its end.
  @discardableResult
  private func wait(forOutput: Bool = true) -> Bool {
    var polled = [pollfd(fd: forOutput ? output : -1, events: Int16(POLLIN), revents: 0)]
    polled.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0))
    _ = poll(&polled, 2, Self.tickMilliseconds)
    if polled[1].revents != 0 { readErrors() }
    return polled[0].revents != 0
  }

  /// Reads a chunk of standard error; returns whether there was one.
  @discardableResult
  private func readErrors() -> Bool {
    guard errors >= 0 else { return false }
    var isOver = false
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.errorBytes) { buffer, count in
      let read = OvertileCore.read(errors, buffer.baseAddress, buffer.count)
      isOver = read == 0 || (read < 0 && errno != EAGAIN && errno != EINTR)
      count = max(0, read)
    }
    if isOver { close(&errors) }
    errorText.append(chunk)
    return !chunk.isEmpty
  }

  /// Reads the pending standard error; a bounded number of chunks, as a child of it may still write.
  private func drainErrors() {
    for _ in 0..<64 where readErrors() {}
  }

  /// The failure behind a status; a signal that stops the run may have ended the command, too.
  private func failure(_ status: Int32) -> CommandError? {
    switch status {
    case 1... where registry.wasStopped: return CommandError(.cancelled, "stopped on request")
    case 0: return nil
    case 256...:
      let words = strsignal(status - 256).map { " (\(String(cString: $0)))" } ?? ""
      return CommandError(
        status - 256 == SIGKILL ? .killed : .failed, "the process was terminated by signal \(status - 256)\(words)")
    default: return CommandError(.failed, "the process ended with exit status \(status)")
    }
  }

  private func close(_ descriptor: inout Int32) {
    if descriptor >= 0 { _ = OvertileCore.close(descriptor) }
    descriptor = -1
  }
}
