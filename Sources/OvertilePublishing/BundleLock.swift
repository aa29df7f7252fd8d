import Foundation
import OvertilePlatform

/// The right to write one bundle, held by one run at a time.
///
/// A file beside the bundle, locked with flock(2): the system releases it when a process dies, so a lock never outlives
/// its run. The file names the process, for the message of a rejected run, and is removed at the end.
package struct BundleLock: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Lock files: the number of a process and a line feed, or nothing yet.
  private static let mark = "a lock file of overtile"

  /// Takes the lock at a path.
  ///
  /// - Throws: `PublishingError.locked` naming the holder, or `cannotCreate`, also if something that is not a lock file
  ///   is there.
  package init(path: String) throws {
    while true {
      let descriptor = try Self.open(path)
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
      // The previous holder may have removed the file between our open and our lock; then the lock is on a file without
      // a name.
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
    if Self.isStill(descriptor, at: path) { unlink(path) }
    close(descriptor)
  }

  /// Throws if something that is not a lock file is at a path; makes nothing.
  static func rejectForeign(_ path: String) throws {
    guard try FileSystem.entry(at: path) != .nothing else { return }
    close(try open(path, O_RDONLY))
  }

  /// Whether there is a lock file at a path; anything else does not count.
  static func isThere(_ path: String) -> Bool {
    guard let descriptor = try? open(path, O_RDONLY) else { return false }
    close(descriptor)
    return true
  }

  /// Opens the lock file, or makes it. A link is not followed; opening a pipe does not block.
  private static func open(_ path: String, _ way: Int32 = O_RDWR | O_CREAT) throws -> Int32 {
    let flags = way | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = OvertilePlatform.open(path, flags, 0o644)
    guard descriptor >= 0 else {
      let reason = errno == ELOOP ? "it is a symbolic link, which is left alone" : FileSystem.lastError()
      throw PublishingError.cannotCreate("cannot create the lock of the output, \(path): \(reason)")
    }
    var status = stat()
    // A file with a second name is someone else's file, too.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1, isLock(descriptor)
    else {
      close(descriptor)
      throw PublishingError.cannotCreate("\(path) is not \(mark): it is left alone. Move it away, or write elsewhere")
    }
    return descriptor
  }

  private static func isLock(_ descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let text = buffer.prefix(max(0, count))
    // The run may have died while it wrote the number.
    let digits = text.last == 0x0A ? text.dropLast() : text
    return count < buffer.count && digits.allSatisfy { (48...57).contains($0) }
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { (48...57).contains($0) }
    return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    guard let own = FileIdentity(of: descriptor) else { return false }
    return FileIdentity(at: path) == own
  }
}
