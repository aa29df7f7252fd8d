import OvertilePlatform

/// A new file that is written under a name of its own and takes the place of another by one rename: the only way in which
/// files are replaced. It is gone unless it took one.
///
/// A call that fails says so and leaves `errno`; the caller makes the message.
package final class StagedFile {
  /// Where the file stands until it takes a place.
  package let path: String
  /// The open file, for reading and writing.
  package let descriptor: Int32
  private var isOpen = true
  private var isPending = true

  /// Makes an empty file where nothing may stand; nil where that fails.
  package init?(_ path: String) {
    self.path = path
    descriptor = UnixFile.makeNew(path)
    if descriptor < 0 {
      (isOpen, isPending) = (false, false)
      return nil
    }
  }

  deinit { close() }

  /// Makes an empty file beside a target, of a name that no other file has.
  ///
  /// - Throws: `ArchiveError.cannotCreate`, `.noSpace`.
  package static func beside(_ target: String) throws -> StagedFile {
    for attempt in 0..<10_000 {
      if let file = StagedFile("\(target).\(getpid())-\(attempt).partial") { return file }
      guard errno == EEXIST else {
        throw ArchiveError.system(.cannotCreate, path: target, "cannot create a file beside it")
      }
    }
    throw ArchiveError(.cannotCreate, path: target, "too many unfinished files beside it")
  }

  /// Whether the content could be put on the disk.
  package func synchronize() -> Bool { fsync(descriptor) == 0 }

  /// Whether the file could be put in the place of a target on the same file system, atomically.
  package func replace(_ target: String) -> Bool {
    guard rename(path, target) == 0 else { return false }
    isPending = false
    return true
  }

  /// Removes the name unless the file took a place; the open file lives on until it is closed, and leaves nothing behind
  /// even after a kill.
  ///
  /// - Parameter remove: takes the name away, where it could be that of another file by now.
  package func discard(_ remove: (String) -> Void = { unlink($0) }) {
    if isPending { remove(path) }
    isPending = false
  }

  /// Removes the name unless the file took a place, and closes the file.
  package func close() {
    discard()
    if isOpen { _ = OvertilePlatform.close(descriptor) }
    isOpen = false
  }
}

extension StagedFile {
  /// Puts the file in the place of a target. When durable, content and name are on the disk afterwards.
  ///
  /// - Throws: `ArchiveError`.
  package func publish(to target: String, isDurable: Bool) throws {
    if isDurable, !synchronize() { throw ArchiveError.system(.inputOutput, path: target, "fsync") }
    guard replace(target) else { throw ArchiveError.system(.cannotCreate, path: target, "rename") }
    if isDurable { try UnixFile.synchronizeFolder(of: target) }
  }
}
