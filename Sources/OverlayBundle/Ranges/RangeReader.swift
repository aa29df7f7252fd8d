/// A source of a bundle's bytes, such as a folder, an archive or a server.
///
/// `FolderRangeReader` and `FileRangeReader` read local files, and `HTTPRangeReader` in `OverlayBundleHTTP` reads from
/// a web server. An app that stores its bundle elsewhere implements one method.
///
/// A bundle calls the reader from many tasks at once, but never with an empty range or for more bytes than its
/// `BundleLimits` allow. The page DrawingOverlays describes how many requests a view needs.
public protocol RangeReader: Sendable {
  /// Returns the bytes in a range of a file, or nil if there is no such file.
  ///
  /// The path is relative to the bundle, with "/" between its components, and has passed `BundlePath.isSafe`. A range
  /// that extends past the end of the file returns the bytes that exist, or none. Errors are passed on to the caller of
  /// the bundle. The reader should stop and throw an error when its task is canceled.
  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]?

  /// Returns a reader of the bundle that is there now, or this reader if it has no state of its own.
  func reopened() -> any RangeReader
}

extension RangeReader {
  /// Returns this reader.
  public func reopened() -> any RangeReader { self }
}

/// A reader whose files are files of the file system.
package protocol LocalFiles: RangeReader {
  /// The file's path in the file system, or nil if the reader does not offer it.
  func localPath(of path: String) -> String?
}
