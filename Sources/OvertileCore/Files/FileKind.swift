/// The kind of the entry at a path. The raw values are its words in messages.
package enum FileKind: String, Sendable {
  /// A regular file, whose bytes can be read from start to end.
  case file = "a regular file"
  /// A folder.
  case folder = "a folder"
  /// A symbolic link, where links are not followed.
  case link = "a symbolic link"
  /// A pipe with a name; reading it waits for a writer.
  case pipe = "a named pipe"
  /// A socket.
  case socket = "a socket"
  /// A device, such as `/dev/zero`, which may never end.
  case device = "a device"
  /// Something that the system does not name.
  case other = "an unknown kind of file"

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
  package var words: String { rawValue }
}
