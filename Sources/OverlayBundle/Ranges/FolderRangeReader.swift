import Foundation
import OvertileTileArchive

/// A range reader that reads the files in a folder.
///
/// The first read opens the folder. The folder and the 64 most recently used files stay open. If another folder
/// replaces the open folder, for example when the pipeline replaces a bundle, the reader continues with the old folder
/// and never mixes the two. If a file is missing because the old bundle was removed, the reader throws
/// `BundleError.replaced`. In that case, open the bundle again.
///
/// The reader follows symbolic links and reads only regular files. Each read is a system call that blocks its thread.
public final class FolderRangeReader: RangeReader, LocalFiles {
  private let path: String
  private let folder: OpenFolder
  private let files: OpenFiles

  /// Creates a reader for the files in the given folder, without opening the folder.
  public init(_ folder: URL) {
    let open = OpenFolder(folder.path)
    (path, self.folder) = (folder.path, open)
    files = OpenFiles(limit: 64) { try open.file($0) }
  }

  /// Returns the bytes in the given range of the file at the given path, or `nil` if the folder does not contain the
  /// file.
  ///
  /// - Throws: `ArchiveError` if the file exists but cannot be read, or `BundleError.replaced` if the file was removed
  ///   along with its bundle.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    guard BundlePath.isSafe(path), let file = try files.file(path) else { return nil }
    return try file.bytes(within: range)
  }

  /// Returns a new reader for the folder that is currently at the same path.
  public func reopened() -> any RangeReader { FolderRangeReader(URL(fileURLWithPath: path, isDirectory: true)) }

  /// None if another folder is at the path by now: a path would lead there.
  package func localPath(of path: String) -> String? {
    BundlePath.isSafe(path) && folder.isStillThere ? self.path + "/" + path : nil
  }
}

/// A range reader that reads a single file, such as an archive without a manifest.
public final class FileRangeReader: RangeReader, LocalFiles {
  /// The name of the file, which is the last component of its path.
  public let name: String
  private let path: String
  private let open = OpenFiles(limit: 1) { try InputFile(ifPresent: $0) }

  /// Creates a reader for the given file, without opening the file.
  public init(_ file: URL) { (path, name) = (file.path, file.lastPathComponent) }

  /// Returns the bytes in the given range of the file, or `nil` if the file does not exist or if the given path is not
  /// equal to `name`.
  ///
  /// - Throws: `ArchiveError` if the file cannot be read.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    guard path == name, let file = try open.file(self.path) else { return nil }
    return try file.bytes(within: range)
  }

  /// Returns a new reader for the file that is currently at the same path.
  public func reopened() -> any RangeReader { FileRangeReader(URL(fileURLWithPath: path)) }

  package func localPath(of path: String) -> String? { path == name ? self.path : nil }
}

/// A folder that is opened when it is first needed. The lock guards its state.
private final class OpenFolder: @unchecked Sendable {
  private let path: String
  private let lock = NSLock()
  private var folder: InputFolder?
  private var hadManifest = false

  init(_ path: String) { self.path = path }

  /// A file of the folder; nil if the folder never had one with that path.
  func file(_ path: String) throws -> InputFile? {
    guard let folder = try opened() else { return nil }
    let file = try InputFile(ifPresent: path, in: folder)
    if path == BundleManifest.fileName, file != nil { lock.withLock { hadManifest = true } }
    // The manifest is the first file of a replaced bundle to be removed.
    guard file != nil || !lock.withLock({ hadManifest }) || folder.has(BundleManifest.fileName) else {
      throw BundleError.replaced(self.path)
    }
    return file
  }

  /// Whether the path leads to the folder that is read, or to none yet.
  var isStillThere: Bool { lock.withLock { folder }?.isStillThere ?? true }

  private func opened() throws -> InputFolder? {
    try lock.withLock {
      if folder == nil { folder = try InputFolder(ifPresent: path) }
      return folder
    }
  }
}

/// Files that stay open, those used last. The lock guards the table.
private final class OpenFiles: @unchecked Sendable {
  private let open: @Sendable (String) throws -> InputFile?
  private let lock = NSLock()
  private var files: RecentValues<String, InputFile>

  init(limit: Int, open: @escaping @Sendable (String) throws -> InputFile?) {
    (files, self.open) = (RecentValues(limit: limit), open)
  }

  /// An open file; nil if there is none with that path.
  func file(_ path: String) throws -> InputFile? {
    if let known = lock.withLock({ files.value(path) }) { return known }
    guard let file = try open(path) else { return nil }
    return lock.withLock {
      // Another task may have opened it meanwhile: all must read the same one.
      if let first = files.value(path) { return first }
      files.insert(file, for: path, cost: 1)
      return file
    }
  }
}
