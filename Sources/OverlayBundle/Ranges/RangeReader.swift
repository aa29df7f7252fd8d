/// A source of a bundle's bytes, such as a folder, an archive, or a server.
///
/// `FolderRangeReader` reads local files, and `HTTPRangeReader` in `OverlayBundleHTTP` reads from a web server. To read
/// a bundle stored elsewhere, conform to this protocol by implementing `bytes(of:in:)`.
///
/// A bundle calls its reader from many tasks at once, but never with an empty range or for more bytes than the bundle's
/// `BundleLimits` allow. For the number of requests that a view needs, see DrawingOverlays.
public protocol RangeReader: Sendable {
  /// Returns the bytes in the given range of the file at the given path, or `nil` if there is no such file.
  ///
  /// The path is relative to the bundle, with "/" between its components, and has passed `BundlePath.isSafe`. If the
  /// range extends beyond the end of the file, return only the bytes that exist. A bundle passes any error on to its
  /// caller. Stop reading and throw an error if the task is canceled.
  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]?

  /// Returns a reader for the bundle that is currently at the same place. A reader without state can return itself.
  func reopened() -> any RangeReader
}

extension RangeReader {
  /// Returns this reader. This default implementation is suitable for readers without state.
  public func reopened() -> any RangeReader { self }
}

/// A reader whose files are files of the file system.
package protocol LocalFiles: RangeReader {
  /// The file's path in the file system, or nil if the reader does not offer it.
  func localPath(of path: String) -> String?
}
