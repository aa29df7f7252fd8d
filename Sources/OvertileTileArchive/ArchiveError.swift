import OvertileCore

/// An error that occurs while reading or writing an archive.
public struct ArchiveError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable code that identifies a kind of error.
  public enum Code: String, Sendable {
    /// The device is full, or the quota is used up.
    case noSpace
    /// A file or folder cannot be created.
    case cannotCreate
    /// A file is missing or must not be read.
    case cannotOpen
    /// Reading or writing failed.
    case inputOutput
    /// The bytes are not a valid archive of the expected format.
    case malformed
    /// Tiles were appended out of order.
    case order
    /// A tile is not compressed in the way that the archive states.
    case compression
    /// The system or a library ran out of memory.
    case memory
  }

  /// The code that identifies the kind of error.
  public var code: Code
  /// The path of the file or folder, or an empty string if the bytes are in memory.
  public var path: String
  /// The reason for the error, including the message from the system or from a library.
  public var reason: String

  /// Creates an error with the given code, path, and reason.
  public init(_ code: Code, path: String = "", _ reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// The error of the system call that failed last. Its code is `noSpace` for ENOSPC and EDQUOT, `memory` for ENOMEM,
  /// and the argument `code` otherwise.
  package static func system(_ code: Code, path: String, _ action: String) -> ArchiveError {
    let number = errno
    let code =
      switch number {
      case ENOSPC, EDQUOT: Code.noSpace
      case ENOMEM: Code.memory
      default: code
      }
    return ArchiveError(code, path: path, "\(action): \(String(cString: strerror(number)))")
  }

  /// The error of a file that cannot be opened or read whole. Pass `path` if the error's own path is relative to a
  /// folder.
  package init(_ error: RegularFileError, path: String? = nil) {
    let (code, own): (Code, String) =
      switch error {
      case .system(let own, _), .kind(let own, _): (.cannotOpen, own)
      case .tooLarge(let own, _, _), .cutShort(let own, _): (.malformed, own)
      }
    self.init(code, path: path ?? own, error.reason)
  }

  /// Runs a closure on bytes of a file. If an error of the closure names no file, it is thrown with the path of this
  /// one.
  package static func naming<R>(_ path: String, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as ArchiveError where error.path.isEmpty {
      throw ArchiveError(error.code, path: path, error.reason)
    }
  }

  /// A one-line description of the error, including the file, the kind of error, and the reason.
  public var description: String {
    let name = path.isEmpty ? "the archive" : path
    return switch code {
    case .noSpace: "\(name) cannot be written, because there is no space left: \(reason)"
    case .cannotCreate: "\(name) cannot be created: \(reason)"
    case .cannotOpen: "\(name) cannot be opened: \(reason)"
    case .memory: "\(name): out of memory: \(reason)"
    case .inputOutput, .malformed, .order, .compression: "\(name): \(reason)"
    }
  }
}
