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
public final class FolderRangeReader: RangeReader, LocalFiles, @unchecked Sendable {
  private let path: String
  // Guards the folder and its files.
  private let lock = NSLock()
  private var folder: InputFolder?
  private var hadManifest = false
  private var files = RecentValues<String, InputFile>(limit: 64)

  /// Creates a reader for the files in the given folder, without opening the folder.
  public init(_ folder: URL) { path = folder.path }

  /// Returns the bytes in the given range of the file at the given path, or `nil` if the folder does not contain the
  /// file.
  ///
  /// - Throws: `ArchiveError` if the file exists but cannot be read, or `BundleError.replaced` if the file was removed
  ///   along with its bundle.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    guard BundlePath.isSafe(path), let file = try lock.withLock({ try file(path) }) else { return nil }
    return try file.bytes(within: range)
  }

  /// Returns a new reader for the folder that is currently at the same path.
  public func reopened() -> any RangeReader { FolderRangeReader(URL(fileURLWithPath: path, isDirectory: true)) }

  /// None if another folder is at the path by now: a path would lead there.
  package func localPath(of path: String) -> String? {
    let isStillThere = lock.withLock { folder }?.isStillThere ?? true
    return BundlePath.isSafe(path) && isStillThere ? self.path + "/" + path : nil
  }

  /// An open file of the folder, the same for all tasks; nil if the folder never had one with that path.
  private func file(_ path: String) throws -> InputFile? {
    if let known = files.value(path) { return known }
    if folder == nil { folder = try InputFolder(ifPresent: self.path) }
    guard let folder else { return nil }
    guard let file = try InputFile(ifPresent: path, in: folder) else {
      // The manifest is the first file of a replaced bundle to be removed.
      if hadManifest, !folder.has(BundleManifest.fileName) { throw BundleError.replaced(self.path) }
      return nil
    }
    if path == BundleManifest.fileName { hadManifest = true }
    files.insert(file, for: path, cost: 1)
    return file
  }
}
