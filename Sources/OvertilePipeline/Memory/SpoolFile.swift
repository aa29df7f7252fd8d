import Foundation
import OvertilePlatform
import OvertilePublishing
import OvertileTileArchive

/// A file for the data that a run does not keep in memory: appended at its end, read anywhere before that.
///
/// It has no name from the start, so it vanishes with the process however that ends. It is read with pread(2), not
/// mapped: pages of a mapping would count as memory of the run. Only a `view` is mapped, whose pages the run lets go. Any
/// thread may append to it and read what was appended.
final class SpoolFile: @unchecked Sendable {
  private let descriptor: Int32
  private let path: String
  // Guarded by `lock`.
  private var end: UInt64 = 0
  private let lock = NSLock()

  /// Makes an empty file on the file system of a folder.
  ///
  /// - Throws: `ArchiveError`.
  init(in folder: URL) throws {
    path = folder.appendingPathComponent("spool").path
    // mkstemp(3) replaces six X at the end by its own letters.
    var template = Array((path + "." + String(repeating: "X", count: 6)).utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ArchiveError.system(.cannotCreate, path: path, "mkstemp") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Appends bytes, in one step.
  ///
  /// - Returns: the offset of the first of them.
  @discardableResult
  func append(_ bytes: UnsafeRawBufferPointer) throws -> UInt64 {
    lock.lock()
    defer { lock.unlock() }
    let start = end
    try UnixFile.write(descriptor, path: path, bytes)
    end += UInt64(bytes.count)
    return start
  }

  /// All bytes so far as memory to read; nil where large blocks are not in files.
  func view() -> SpoolView? {
    SpoolView(descriptor: descriptor, count: Int(lock.withLock { end }))
  }

  /// Fills a buffer with the bytes from an offset on.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws {
    var done = 0
    while done < buffer.count, let start = buffer.baseAddress {
      let step = pread(descriptor, start + done, buffer.count - done, off_t(offset) + off_t(done))
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw ArchiveError.system(.inputOutput, path: path, "read") }
      done += step
    }
  }
}
