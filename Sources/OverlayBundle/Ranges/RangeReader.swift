/// The source of a bundle's bytes: a folder, an archive, a server.
///
/// An app that keeps its bundle elsewhere writes one method. Over HTTP it may look like this:
///
/// ```swift
/// struct HTTPRanges: RangeReader {
///   let base: URL
///   func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
///     var request = URLRequest(url: base.appendingPathComponent(path))
///     request.setValue("bytes=\(range.lowerBound)-\(range.upperBound - 1)", forHTTPHeaderField: "Range")
///     let (data, response) = try await URLSession.shared.data(for: request)
///     switch (response as? HTTPURLResponse)?.statusCode {
///     case 206: return Array(data)
///     case 200: return Array(data.dropFirst(Int(clamping: range.lowerBound)).prefix(range.count))
///     case 404: return nil
///     case 416: return []
///     default: throw URLError(.badServerResponse)
///     }
///   }
/// }
/// ```
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
}

/// A reader whose files are files of the file system.
package protocol LocalFiles: RangeReader {
  /// The file's path in the file system, or nil if the reader does not offer it.
  func localPath(of path: String) -> String?
}
