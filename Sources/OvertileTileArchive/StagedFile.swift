import OvertileCore

/// A new file with a temporary name, which replaces another file by one rename. Files are replaced in no other way. A
/// file that was not renamed is deleted.
///
/// A failed call reports its failure and sets `errno`. The caller writes the message.
package final class StagedFile {
  /// The path of the file before the rename.
  package let path: String
  /// The open file, for reading and writing.
  package let descriptor: Int32
  private var isOpen = true
  private var isPending = true

  /// Creates an empty file. Returns nil on failure, also if anything is at the path already.
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

  /// Writes the content to the disk. Returns whether that succeeded.
  package func synchronize() -> Bool { fsync(descriptor) == 0 }

  /// Renames the file to a target on the same file system, atomically. Returns whether that succeeded.
  package func replace(_ target: String) -> Bool {
    guard rename(path, target) == 0 else { return false }
    isPending = false
    return true
  }

  /// Removes the temporary name, unless the file was renamed. The file then exists without a name until it is closed,
  /// so even a killed process leaves nothing behind.
  ///
  /// - Parameter remove: removes the name. Replace it if another file may have that name by now.
  package func discard(_ remove: (String) -> Void = { unlink($0) }) {
    if isPending { remove(path) }
    isPending = false
  }

  /// Removes the temporary name, unless the file was renamed, and closes the file.
  package func close() {
    discard()
    if isOpen { _ = OvertileCore.close(descriptor) }
    isOpen = false
  }
}

extension StagedFile {
  /// Renames the file to a target. If `isDurable`, the content and the name are on the disk afterwards.
  ///
  /// - Throws: `ArchiveError`.
  package func publish(to target: String, isDurable: Bool) throws {
    if isDurable, !synchronize() { throw ArchiveError.system(.inputOutput, path: target, "fsync") }
    guard replace(target) else { throw ArchiveError.system(.cannotCreate, path: target, "rename") }
    if isDurable { try UnixFile.synchronizeFolder(of: target) }
  }
}
