import COvertileCommands
import Foundation
import OvertilePlatform

extension ExternalCommand {
  /// Starts the program.
  ///
  /// - Throws: `CommandError` with the kinds `notFound` or `notStarted`.
  func start() throws(CommandError) -> overtile_command {
    let arguments = CStrings([name] + self.arguments)
    let environment = CStrings(self.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    var (started, failed) = (overtile_command(), Int32(0))
    let error = withExtendedLifetime((arguments, environment)) {
      overtile_command_start(program, arguments.pointers, environment.pointers, folder, &started, &failed)
    }
    guard error != 0 else { return started }
    throw failure(failed, error)
  }

  private func failure(_ failed: Int32, _ error: Int32) -> CommandError {
    let words = String(cString: strerror(error))
    switch failed {
    case OVERTILE_COMMAND_FOLDER: return CommandError(.notStarted, "its folder \(folder) cannot be entered: \(words)")
    case OVERTILE_COMMAND_PROGRAM where error == ENOEXEC:
      return CommandError(
        .notStarted,
        "\(program) is not a program that the system can run; a script needs a first line such as #!/bin/sh")
    case OVERTILE_COMMAND_PROGRAM: return CommandError(.notStarted, "\(program) cannot be run: \(words)")
    default: return CommandError(.notStarted, "the system cannot start a process: \(words)")
    }
  }
}

/// C strings, valid as long as this lives.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
