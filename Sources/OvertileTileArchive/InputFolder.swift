import OvertileCore

/// A folder held open. Its files are found even after another folder has replaced it at its path.
package final class InputFolder: Sendable {
  /// The path at which the folder was opened.
  package let path: String
  let descriptor: Int32

  /// Opens a folder, or returns nil if none is at the path. In another folder the path is relative to that, and a symbolic
  /// link at its end is rejected.
  package init?(ifPresent path: String, in folder: InputFolder? = nil) throws {
    self.path = folder.map { $0.path + "/" + path } ?? path
    let flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | (folder == nil ? 0 : O_NOFOLLOW)
    descriptor = openat(folder?.descriptor ?? AT_FDCWD, path, flags)
    guard descriptor < 0 else { return }
    guard errno == ENOENT || errno == ENOTDIR else { throw ArchiveError.system(.cannotOpen, path: self.path, "open") }
    return nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether the folder contains anything at that path.
  package func has(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, 0) == 0 }

  /// Whether the folder's path still leads to it.
  package var isStillThere: Bool {
    FileIdentity(following: path).map { $0 == FileIdentity(of: descriptor) } ?? false
  }
}
