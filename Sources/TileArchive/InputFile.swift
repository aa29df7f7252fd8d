#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file open for reading at any place, from any thread.
package final class InputFile: Sendable {
  /// Where the file was when it was opened.
  package let path: String
  /// The size in bytes when it was opened.
  package let size: Int
  private let descriptor: Int32

  /// Opens a regular file; whatever else stands at the path is an error.
  package init(path: String) throws {
    // Not to wait: at the path there may be a pipe, on which opening would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ArchiveError.system(.cannotOpen, path: path, "open") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ArchiveError(.cannotOpen, path: path, "not a file")
    }
    (self.path, self.descriptor, size) = (path, descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Opens a regular file, or gives nil when there is nothing at the path.
  package static func ifPresent(path: String) throws -> InputFile? {
    do {
      return try InputFile(path: path)
    } catch let error as ArchiveError {
      var status = stat()
      guard stat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR else { throw error }
      return nil
    }
  }

  /// The bytes of a range, which must lie inside the file.
  package func bytes(_ range: Range<Int>) throws -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else {
      throw ArchiveError(.malformed, path: path, "bytes \(range) lie outside the file of \(size)")
    }
    return try UnixFile.read(descriptor, path: path, offset: range.lowerBound, count: range.count)
  }
  /// The part of a range that lies inside the file, down to nothing.
  package func bytes(within range: Range<UInt64>) throws -> [UInt8] {
    let inside = range.clamped(to: 0..<UInt64(size))
    return try bytes(Int(inside.lowerBound)..<Int(inside.upperBound))
  }
}
