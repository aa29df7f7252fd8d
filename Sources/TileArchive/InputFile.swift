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
  package convenience init(path: String) throws {
    guard let descriptor = Self.open(path, in: nil) else { throw ArchiveError.system(.cannotOpen, path: path, "open") }
    try self.init(descriptor, path: path)
  }

  /// Opens a regular file, or gives nil when there is nothing at the path, which is relative to a folder if one is given.
  package convenience init?(ifPresent path: String, in folder: InputFolder? = nil) throws {
    let name = folder.map { $0.path + "/" + path } ?? path
    guard let descriptor = Self.open(path, in: folder) else {
      guard errno == ENOENT || errno == ENOTDIR else { throw ArchiveError.system(.cannotOpen, path: name, "open") }
      return nil
    }
    try self.init(descriptor, path: name)
  }

  private init(_ descriptor: Int32, path: String) throws {
    (self.path, self.descriptor) = (path, descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      size = 0
      throw ArchiveError(.cannotOpen, path: path, "not a file")
    }
    size = Int(status.st_size)
  }

  /// A descriptor, or nil and `errno`.
  private static func open(_ path: String, in folder: InputFolder?) -> Int32? {
    // Not to wait: at the path there may be a pipe, on which opening would block.
    let descriptor = openat(folder?.descriptor ?? AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    return descriptor < 0 ? nil : descriptor
  }

  deinit { close(descriptor) }

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
