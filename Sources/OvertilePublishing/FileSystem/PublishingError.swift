import OvertileCore

/// The reason that something could not be published. Each case is one exit code of the command line.
package enum PublishingError: Error, Sendable, CustomStringConvertible {
  /// The output cannot be created at its path.
  case cannotCreate(String)
  /// Reading or writing failed.
  case inputOutput(String)
  /// Another run holds the output.
  case locked(String)
  /// The run was asked to stop.
  case stopped

  /// The error of something that is not ours and so stays, with what it is, and what to do.
  static func foreign(
    _ what: String, _ remedy: String = "Move it out of the way, or choose a different output path"
  ) -> PublishingError { .cannotCreate("\(what), so overtile left it unchanged. \(remedy)") }

  /// The error of the call of the system that failed just now, by what it was to do.
  static func failed(to action: String) -> PublishingError {
    .inputOutput("cannot \(action): \(FileSystem.lastError())")
  }

  /// The same of a file or folder that could not be made: a lack of space or a fault of the disk is none of its path.
  static func notMade(_ action: String) -> PublishingError {
    let number = errno
    let text = "cannot \(action): \(FileSystem.lastError())"
    return [ENOSPC, EDQUOT, EIO].contains(number) ? .inputOutput(text) : .cannotCreate(text)
  }

  /// The error in words.
  package var description: String {
    switch self {
    case .cannotCreate(let text), .inputOutput(let text), .locked(let text): text
    case .stopped: "stopped on request; the output is unchanged"
    }
  }
}
