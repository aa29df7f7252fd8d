import OvertileHTTP
import OvertileTileArchiveWriting

/// Compression of what is not stored compressed.
enum Compression {
  /// Bytes from which on it is worth it.
  private static let from = 1024

  /// The end of the tag of content that is compressed.
  static let tagEnding = "-gzip"

  /// Content with other bytes, compressed if the client accepts it. O(bytes).
  ///
  /// - Throws: `ArchiveError` if there is no memory for it.
  static func compressed(
    _ content: Representation, _ bytes: [UInt8], for request: ServedRequest
  ) throws -> Representation {
    var content = content
    content.variesByEncoding = true
    content.body = .bytes(bytes)
    guard bytes.count >= from, AcceptedEncodings.haveGzip(request.header("accept-encoding")) else { return content }
    var compressor = try GzipCompressor()
    content.body = .bytes(try compressor.compress(bytes))
    content.encoding = "gzip"
    content.tag = content.tag.map { $0 + tagEnding }
    return content
  }
}
