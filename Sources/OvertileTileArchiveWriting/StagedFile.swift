import OvertilePlatform
import OvertileTileArchive

/// A new file beside its target, on the same file system, that is removed unless it is published.
final class StagedFile {
  /// The target.
  let target: String
  /// Where the file stands until it is published.
  let path: String
  /// The open file, for reading and writing.
  let descriptor: Int32
  private var isPending = true

  /// Makes an empty file of a name that no other file has.
  init(beside target: String) throws {
    for attempt in 0..<10_000 {
      let path = "\(target).\(getpid())-\(attempt).partial"
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        (self.target, self.path, self.descriptor) = (target, path, descriptor)
        return
      }
      guard errno == EEXIST else {
        throw ArchiveError.system(.cannotCreate, path: target, "cannot create a file beside it")
      }
    }
    throw ArchiveError(.cannotCreate, path: target, "too many unfinished files beside it")
  }

  deinit {
    close(descriptor)
    discard()
  }

  /// Removes the name; the open file lives on until it is closed, and leaves nothing behind even after a kill.
  func discard() {
    if isPending { unlink(path) }
    isPending = false
  }

  /// Puts the file in the target's place, atomically. When durable, content and name are on the disk afterwards.
  func publish(isDurable: Bool) throws {
    if isDurable, fsync(descriptor) != 0 { throw ArchiveError.system(.inputOutput, path: target, "fsync") }
    guard rename(path, target) == 0 else { throw ArchiveError.system(.cannotCreate, path: target, "rename") }
    isPending = false
    if isDurable { try Self.syncFolder(of: target) }
  }

  /// Writes the entry of a file in its folder to the disk.
  static func syncFolder(of path: String) throws {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ArchiveError.system(.inputOutput, path: folder, "open") }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { throw ArchiveError.system(.inputOutput, path: folder, "fsync") }
  }
}
