/// The kind of the entry at a path.
package enum FileKind: Sendable, Hashable {
  /// A regular file, whose bytes can be read from start to end.
  case file
  /// A folder.
  case folder
  /// A symbolic link, where links are not followed.
  case link
  /// A pipe with a name; reading it waits for a writer.
  case pipe
  /// A socket.
  case socket
  /// A device, such as `/dev/zero`, which may never end.
  case device
  /// Something that the system does not name.
  case other

  /// The kind in a mode of stat(2).
  package init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: self = .other
    }
  }

  /// Examines a path; nil if nothing is there, or it cannot be examined.
  package init?(at path: String, followsLinks: Bool = true) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(mode: status.st_mode)
  }

  /// The kind with its article, for messages.
  package var words: String {
    switch self {
    case .file: "a regular file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .other: "an unknown kind of file"
    }
  }
}
