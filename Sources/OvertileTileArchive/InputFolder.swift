import OvertilePlatform

/// A folder held open: its files are found also after another folder has taken its place.
package final class InputFolder: Sendable {
  /// Where the folder was when it was opened.
  package let path: String
  let descriptor: Int32

  /// Opens a folder, or gives nil when there is none at the path.
  package init?(ifPresent path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    if descriptor < 0 {
      guard errno == ENOENT || errno == ENOTDIR else { throw ArchiveError.system(.cannotOpen, path: path, "open") }
      return nil
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Whether something has that path in the folder.
  package func has(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, 0) == 0 }

  /// Whether the folder's path still leads to it.
  package var isStillThere: Bool {
    var opened = stat()
    var there = stat()
    guard fstat(descriptor, &opened) == 0, stat(path, &there) == 0 else { return false }
    return opened.st_dev == there.st_dev && opened.st_ino == there.st_ino
  }
}
