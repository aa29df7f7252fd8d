/// The source of a bundle's bytes: a folder, an archive, a server.
///
/// `FolderRangeReader` and `FileRangeReader` read local files, `HTTPRangeReader` of `OverlayBundleHTTP` a web server. An app that
/// keeps its bundle elsewhere writes one method.
///
/// A bundle calls it from many tasks at once, and never with an empty range or for more bytes than its `BundleLimits`
/// allow. The page DrawingOverlays says how many requests a view takes.
public protocol RangeReader: Sendable {
  /// The bytes of a range of a file; nil if there is no such file.
  ///
  /// The path is relative to the bundle, with "/" between its components, and has passed `BundlePath.isSafe`. A range
  /// that reaches past the end returns the bytes that exist, or none. Errors reach the caller of the bundle. The reader
  /// should stop and throw when its task is cancelled.
  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]?

  /// A reader of the bundle that is there now; this one where it has no state of its own.
  func reopened() -> any RangeReader
}

extension RangeReader {
  /// This reader.
  public func reopened() -> any RangeReader { self }
}

/// A reader whose files are files of the file system.
package protocol LocalFiles: RangeReader {
  /// The file's path in the file system, or nil if the reader does not offer it.
  func localPath(of path: String) -> String?
}
