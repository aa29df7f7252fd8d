import OvertileCore

/// A new file with a temporary name, which replaces another file by one rename. Files are replaced in no other way. A
/// file that was not renamed is deleted.
package final class StagedFile {
  /// The path of the file before the rename.
  package let path: String
  /// The open file, for reading and writing.
  package let descriptor: Int32
  private var isOpen = true
  private var isPending = true

  /// Creates an empty file. Returns nil on failure, also if anything is at the path already.; `errno` is set then.
  package init?(_ path: String) {
    self.path = path
    descriptor = UnixFile.makeNew(path)
    if descriptor < 0 {
      (isOpen, isPending) = (false, false)
      return nil
    }
  }

  deinit { close() }

  /// Creates an empty file beside a target, with a name that no other file has.
  ///
  /// - Throws: `ArchiveError.cannotCreate`, `.noSpace`.
  package static func beside(_ target: String) throws -> StagedFile {
    for attempt in 0..<10_000 {
      if let file = StagedFile("\(target).\(getpid())-\(attempt).partial") { return file }
      guard errno == EEXIST else {
        throw ArchiveError.system(.cannotCreate, path: target, "cannot create a temporary file in the same folder")
      }
    }
    throw ArchiveError(.cannotCreate, path: target, "there are too many unfinished files in the same folder")
  }

  /// Renames the file to a target on the same file system, atomically. Whoever publishes the target synchronizes it.
  ///
  /// - Throws: `ArchiveError.cannotCreate`.
  package func publish(to target: String) throws {
    guard rename(path, target) == 0 else { throw ArchiveError.system(.cannotCreate, path: target, "rename") }
    isPending = false
  }

  /// Removes the temporary name, unless the file was renamed. The file then exists without a name until it is closed,
  /// so even a killed process leaves nothing behind.
  package func discard() {
    if isPending { unlink(path) }
    isPending = false
  }

  /// Removes the temporary name, unless the file was renamed, and closes the file.
  package func close() {
    discard()
    if isOpen { _ = OvertileCore.close(descriptor) }
    isOpen = false
  }
}
