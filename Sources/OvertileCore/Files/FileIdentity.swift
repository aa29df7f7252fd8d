/// The identity of a file or folder, whatever the spelling of its path.
package struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The identity in a status of the system.
  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The identity of the target of a path, links followed; nil if there is nothing.
  package init?(following path: String) { self.init(at: path, followsLinks: true) }

  /// The identity of the entry at a path, links not followed unless that is asked for; nil if there is nothing.
  package init?(at path: String, followsLinks: Bool = false) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of an open file.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// A file as it is at a moment: which one it is, its size, and the time of its last change. Another one means that the file
/// may have changed.
package struct FileStamp: Sendable, Hashable {
  /// The identity of the file.
  package let identity: FileIdentity
  /// The kind of the file.
  package let kind: FileKind
  /// The size in bytes.
  package let bytes: Int
  /// The time of its last change, in Unix seconds, and the nanoseconds beyond them.
  package let seconds, nanoseconds: Int

  /// Looks at the target of a path, links followed; nil if there is nothing.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (identity, kind, bytes) = (FileIdentity(status), FileKind(mode: status.st_mode), Int(status.st_size))
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }
}
