import OvertileCore

/// The permissions of published files, and those of their folders that follow.
///
/// They are set regardless of the process's mask, so that a web server can read the files of a run under `umask 077`.
package struct FileMode: Sendable, Hashable {
  private let files: UInt32

  /// Readable by all, writable by the owner: 0644, and 0755 for folders.
  package static let standard = FileMode(files: 0o644)

  /// The permissions of files, such as 0o640. A folder can be entered by those who may read its files.
  package init(files: Int) { self.files = UInt32(files & 0o777) }

  private var folders: UInt32 { files | (files & 0o444) >> 2 }

  /// Sets the permissions of a file or folder; other bits of the mode stay.
  func apply(to path: String, _ kind: FileKind) throws {
    try Self.set((kind == .folder ? folders : files) | (try Self.mode(of: path) & 0o7000), path)
  }

  /// Sets the permissions of a file or folder to those of another one, with all bits of its mode.
  static func copy(from: String, to path: String) throws {
    try set(try mode(of: from), path)
  }

  /// All bits of a mode but those of the kind of entry.
  private static func mode(of path: String) throws -> UInt32 {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw PublishingError.failed(to: "access \(path)") }
    return UInt32(status.st_mode) & 0o7777
  }

  private static func set(_ wanted: UInt32, _ path: String) throws {
    // Some file systems have no permissions to set.
    guard chmod(path, mode_t(wanted)) == 0 || errno == EPERM || errno == ENOTSUP else {
      throw PublishingError.failed(to: "set the permissions of \(path)")
    }
  }
}
