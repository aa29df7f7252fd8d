import Foundation
import TileArchive

/// Reads the files of a folder.
///
/// Files stay open, the last 64 of them: a bundle of archives that is replaced while it is open goes on reading the
/// old one. Symbolic links are followed; only regular files are read. Reading is a system call that blocks its thread.
public final class FolderRangeReader: RangeReader, LocalFiles {
  private let folder: String
  private let open = OpenFiles(limit: 64)

  /// Prepares to read a folder; nothing is opened yet.
  public init(_ folder: URL) { self.folder = folder.path }

  /// The bytes of a range of a file of the folder. Throws `ArchiveError` for a file that is there and cannot be read.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    guard let place = localPath(of: path), let file = try open.file(place) else { return nil }
    return try file.bytes(within: range)
  }

  func localPath(of path: String) -> String? {
    BundlePath.isSafe(path) ? folder + "/" + path : nil
  }
}

/// Reads one file, an archive without a bundle around it, under the last component of its path.
public final class FileRangeReader: RangeReader, LocalFiles {
  /// The name under which the file is read.
  public let name: String
  private let path: String
  private let open = OpenFiles(limit: 1)

  /// Prepares to read a file; it is not opened yet.
  public init(_ file: URL) { (path, name) = (file.path, file.lastPathComponent) }

  /// The bytes of a range of the file; nil for another name. Throws `ArchiveError` when the file cannot be read.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    guard path == name, let file = try open.file(self.path) else { return nil }
    return try file.bytes(within: range)
  }

  func localPath(of path: String) -> String? { path == name ? self.path : nil }
}

/// Files that stay open, those used last. The lock guards the table.
private final class OpenFiles: @unchecked Sendable {
  private let limit: Int
  private let lock = NSLock()
  private var files: [String: (file: InputFile, use: UInt64)] = [:]
  private var uses: UInt64 = 0

  init(limit: Int) { self.limit = limit }

  /// An open file; nil when there is none of that path.
  func file(_ path: String) throws -> InputFile? {
    let known = lock.withLock { () -> InputFile? in
      uses += 1
      files[path]?.use = uses
      return files[path]?.file
    }
    if let known { return known }
    guard let file = try InputFile.ifPresent(path: path) else { return nil }
    return lock.withLock {
      // Another task may have opened it meanwhile: all must read the same one.
      if let first = files[path]?.file { return first }
      if files.count >= limit, let oldest = files.min(by: { $0.value.use < $1.value.use })?.key { files[oldest] = nil }
      files[path] = (file, uses)
      return file
    }
  }
}
