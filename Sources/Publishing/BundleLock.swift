import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The right to write one bundle, held by one run at a time.
///
/// A file beside the bundle, locked with flock(2): the system releases it when a process dies, so a lock never outlives
/// its run. The file names the process for whoever is refused, and is removed at the end.
package struct BundleLock: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Takes the lock at a path.
  ///
  /// - Throws: `PublishingError.locked` naming the holder, or `cannotCreate`.
  package init(path: String) throws {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw PublishingError.cannotCreate("cannot create the lock \(path): \(FileSystem.lastError())")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let reason = errno
        let holder = Self.holder(descriptor)
        close(descriptor)
        if reason == EINTR { continue }
        guard reason == EWOULDBLOCK else {
          throw PublishingError.cannotCreate("cannot lock \(path): \(String(cString: strerror(reason)))")
        }
        throw PublishingError.locked("another run\(holder) is writing this bundle; it holds \(path)")
      }
      // The holder before may have removed the file between our open and our lock; then the lock is on no file.
      guard Self.isStill(descriptor, at: path) else {
        close(descriptor)
        continue
      }
      self.descriptor = descriptor
      self.path = path
      break
    }
    let text = "\(getpid())\n"
    _ = ftruncate(descriptor, 0)
    _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { (48...57).contains($0) }
    return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var own = stat()
    var current = stat()
    return fstat(descriptor, &own) == 0 && stat(path, &current) == 0 && own.st_ino == current.st_ino
      && own.st_dev == current.st_dev
  }
}
