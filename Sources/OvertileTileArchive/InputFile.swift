import OvertileCore

/// A file open for reading at any offset, from any thread.
package final class InputFile: Sendable {
  /// The path at which the file was opened.
  package let path: String
  /// The size in bytes when the file was opened.
  package let size: Int
  private let descriptor: Int32

  /// Opens a regular file. Anything else at the path is an error.
  package convenience init(path: String) throws {
    do {
      self.init(try RegularFile.open(path), path: path)
    } catch {
      throw ArchiveError(error)
    }
  }

  /// Opens a regular file, or returns nil if nothing is at the path. If there is a folder, the path is relative to it. A
  /// symbolic link at the end of the path is rejected unless links are followed.
  package convenience init?(ifPresent path: String, in folder: InputFolder? = nil, followsLinks: Bool = true) throws {
    let name = folder.map { $0.path + "/" + path } ?? path
    do {
      self.init(try RegularFile.open(path, in: folder?.descriptor, followsLinks: followsLinks), path: name)
    } catch  where error.isMissing {
      return nil
    } catch {
      throw ArchiveError(error, path: name)
    }
  }

  private init(_ file: RegularFile.Opened, path: String) {
    (self.path, descriptor, size) = (path, file.descriptor, file.size)
  }

  deinit { close(descriptor) }

  /// All bytes of the file, at most `limit`.
  package func whole(limit: Int) throws -> [UInt8] {
    guard size <= limit else { throw ArchiveError(.malformed, path: path, "the file is too large (\(size) bytes)") }
    return try bytes(0..<size)
  }

  /// The bytes of a range, which must be inside the file.
  package func bytes(_ range: Range<Int>) throws -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else {
      throw ArchiveError(.malformed, path: path, "bytes \(range) lie outside the file, which has \(size) bytes")
    }
    return try UnixFile.read(descriptor, path: path, offset: range.lowerBound, count: range.count)
  }

  /// The bytes of a range, without those outside the file.
  package func bytes(within range: Range<UInt64>) throws -> [UInt8] {
    let inside = range.clamped(to: 0..<UInt64(size))
    return try bytes(Int(inside.lowerBound)..<Int(inside.upperBound))
  }
}
