/// The reason that a file could not be opened or read as a whole.
package enum RegularFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A call of the system failed with a number of errno(3).
  case system(path: String, number: Int32)
  /// Something other than a regular file is at the path.
  case kind(path: String, FileKind)
  /// The file is larger than the limit for its kind, in bytes.
  case tooLarge(path: String, bytes: Int, limit: Int)
  /// The file became shorter while it was read.
  case cutShort(path: String, at: Int)

  /// Whether nothing is at the path.
  package var isMissing: Bool {
    guard case .system(_, let number) = self else { return false }
    return number == ENOENT || number == ENOTDIR
  }

  /// The fault without the path.
  package var reason: String {
    switch self {
    case .system(_, let number): String(cString: strerror(number))
    case .kind(_, let kind): "it is \(kind.words), not a regular file"
    case .tooLarge(_, let bytes, let limit): "its size of \(bytes) bytes exceeds the limit of \(limit) bytes"
    case .cutShort(_, let end): "it was truncated to \(end) bytes while it was being read"
    }
  }

  /// The path and the fault.
  package var description: String {
    switch self {
    case .system(let path, _), .kind(let path, _), .tooLarge(let path, _, _), .cutShort(let path, _):
      "cannot read \(path): \(reason)"
    }
  }
}
