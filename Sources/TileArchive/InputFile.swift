#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file open for reading at any place, from any thread.
final class InputFile: Sendable {
  let path: String
  /// The size in bytes when it was opened.
  let size: Int
  private let descriptor: Int32

  init(path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ArchiveError.system(.cannotOpen, path: path, "open") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ArchiveError(.cannotOpen, path: path, "not a file")
    }
    (self.path, self.descriptor, size) = (path, descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// The bytes of a range, which must lie inside the file.
  func bytes(_ range: Range<Int>) throws -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else {
      throw ArchiveError(.malformed, path: path, "bytes \(range) lie outside the file of \(size)")
    }
    return try UnixFile.read(descriptor, path: path, offset: range.lowerBound, count: range.count)
  }
}
