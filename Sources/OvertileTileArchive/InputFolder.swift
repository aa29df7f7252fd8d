import OvertileCore

/// A folder held open. Its files are found even after another folder has replaced it at its path.
package final class InputFolder: Sendable {
  /// The path at which the folder was opened.
  package let path: String
  let descriptor: Int32

  /// Opens a folder, or returns nil if none is at the path.
  package init?(ifPresent path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    if descriptor < 0 {
      guard errno == ENOENT || errno == ENOTDIR else { throw ArchiveError.system(.cannotOpen, path: path, "open") }
      return nil
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Opens a folder in another, or returns nil if there is none of that name. A symbolic link is rejected.
  package init?(ifPresent name: String, in folder: InputFolder) throws {
    let path = folder.path + "/" + name
    let descriptor = openat(folder.descriptor, name, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
    if descriptor < 0 {
      guard errno == ENOENT || errno == ENOTDIR else { throw ArchiveError.system(.cannotOpen, path: path, "open") }
      return nil
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Whether the folder contains anything at that path.
  package func has(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, 0) == 0 }

  /// Whether the folder's path still leads to it.
  package var isStillThere: Bool {
    var opened = stat()
    var there = stat()
    guard fstat(descriptor, &opened) == 0, stat(path, &there) == 0 else { return false }
    return opened.st_dev == there.st_dev && opened.st_ino == there.st_ino
  }
}
