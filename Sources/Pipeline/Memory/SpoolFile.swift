import Foundation
import Publishing
import TileArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that holds what a run does not keep in memory: written from its beginning, then read anywhere.
///
/// It has no name from the start, so it goes with the process however that ends. It is read with pread(2), not mapped:
/// pages of a mapping would count as memory of the run. Reading is safe from any thread once all is written.
final class SpoolFile: @unchecked Sendable {
  private let descriptor: Int32
  private let path: String

  /// Makes an empty file on the file system of a folder.
  ///
  /// - Throws: `ArchiveError`.
  init(in folder: URL) throws {
    path = folder.appendingPathComponent(StagingNames.spool).path
    // mkstemp(3) puts letters of its own in the place of six X at the end.
    var template = Array((path + "." + String(repeating: "X", count: 6)).utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ArchiveError.system(.cannotCreate, path: path, "mkstemp") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try UnixFile.write(descriptor, path: path, bytes)
  }

  /// Fills a buffer with the bytes from an offset on.
  func read(at offset: UInt64, into room: UnsafeMutableRawBufferPointer) throws {
    var done = 0
    while done < room.count, let start = room.baseAddress {
      let step = pread(descriptor, start + done, room.count - done, off_t(offset) + off_t(done))
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw ArchiveError.system(.inputOutput, path: path, "read") }
      done += step
    }
  }
}
