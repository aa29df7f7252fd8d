import Foundation
import OvertileCore

/// The right to write one bundle, held by one run at a time.
///
/// An empty file beside the bundle, locked with flock(2): the system releases it when a process dies, so a lock never
/// outlives its run, and a power cut leaves nothing in it that could be damaged. It is removed at the end.
package struct BundleLock: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Takes the lock of a target.
  ///
  /// - Throws: `PublishingError.locked` naming the holder, or `cannotCreate`, also if something that is not a lock file
  ///   is there.
  init(_ companions: Companions) throws {
    path = companions.lock
    while true {
      let descriptor = try Self.open(path)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let (isHeld, reason) = (errno == EWOULDBLOCK, FileSystem.lastError())
        close(descriptor)
        guard isHeld else { throw PublishingError.cannotCreate("cannot lock \(path): \(reason)") }
        let holder = StagingMark.process(in: companions.staging)
        throw PublishingError.locked("another run\(holder) is writing this bundle and holds the lock \(path)")
      }
      // The previous holder may have removed the file between our open and our lock; then the lock is on a file without
      // a name.
      guard Self.isStill(descriptor, at: path) else {
        close(descriptor)
        continue
      }
      // Another user's run must be able to take what a dead run leaves.
      fchmod(descriptor, 0o644)
      self.descriptor = descriptor
      return
    }
  }

  deinit {
    if Self.isStill(descriptor, at: path) { unlink(path) }
    close(descriptor)
  }

  /// Throws if something that is not a lock file is at a path; makes nothing.
  static func rejectForeign(_ path: String) throws {
    guard try FileSystem.kind(at: path) != nil else { return }
    close(try open(path, O_RDONLY))
  }

  /// Opens the lock file, or makes it. A link is not followed; opening a pipe does not block.
  private static func open(_ path: String, _ way: Int32 = O_RDWR | O_CREAT) throws -> Int32 {
    let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    var descriptor = OvertileCore.open(path, way | flags, 0o644)
    // One that another user's run left can be locked, too.
    if descriptor < 0, errno == EACCES {
      descriptor = OvertileCore.open(path, O_RDONLY | flags)
      if descriptor < 0 { errno = EACCES }
    }
    guard descriptor >= 0 else {
      let reason = errno == ELOOP ? "the path is a symbolic link" : FileSystem.lastError()
      throw PublishingError.cannotCreate("cannot create the lock file \(path): \(reason)")
    }
    var status = stat()
    // A file with a second name is someone else's file, too.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1, status.st_size == 0
    else {
      close(descriptor)
      throw PublishingError.foreign("\(path) is not a lock file of overtile")
    }
    return descriptor
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    guard let own = FileIdentity(of: descriptor) else { return false }
    return FileIdentity(at: path) == own
  }
}
