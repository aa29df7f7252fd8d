/// One file of a bundle, read by ranges.
struct BundleFile: Sendable {
  /// The path below the bundle.
  let path: String
  /// The file's index among those of its bundle, which names its values in the cache.
  let index: Int
  /// Whether the file is one of the file system, so that a read costs no request.
  let isLocal: Bool
  private let bundle: String
  private let reader: any RangeReader

  /// Names a file; nothing is read. `bundle` is the bundle's name in errors, empty for none.
  init(path: String, index: Int = 0, bundle: String, reader: any RangeReader) {
    (self.path, self.index, self.bundle, self.reader) = (path, index, bundle, reader)
    isLocal = reader is any LocalFiles
  }

  /// The file's name in errors.
  var name: String { bundle.isEmpty ? path : bundle + "/" + path }

  /// The file's path in the file system, if its reader offers it.
  var localPath: String? { (reader as? any LocalFiles)?.localPath(of: path) }

  /// A file below this one, which is a folder.
  func below(_ path: String) -> BundleFile {
    BundleFile(path: self.path + "/" + path, index: index, bundle: bundle, reader: reader)
  }

  /// The bytes of a range as far as the file goes; nil if there is no such file.
  func available(_ range: Range<UInt64>) async throws -> [UInt8]? {
    try Task.checkCancellation()
    guard let bytes = try await reader.bytes(of: path, in: range) else { return nil }
    guard bytes.count <= range.count else {
      throw damaged("the reader returned \(bytes.count) bytes, but only \(range.count) were requested")
    }
    return bytes
  }

  /// The whole file, at most `limit` bytes; nil if there is no such file.
  func whole(limit: Int) async throws -> [UInt8]? {
    guard let bytes = try await available(0..<UInt64(max(0, limit)) + 1) else { return nil }
    guard bytes.count <= limit else { throw damaged("the file is larger than \(limit) bytes") }
    return bytes
  }

  /// Exactly the bytes of a range, which is not empty.
  func bytes(_ range: Range<UInt64>) async throws -> [UInt8] {
    try part(range, of: try await available(range), from: range.lowerBound)
  }

  /// Exactly the bytes of a range, among those of the file that were read from a start on; nil if there is no such file.
  func part(_ range: Range<UInt64>, of bytes: [UInt8]?, from start: UInt64) throws -> [UInt8] {
    guard let bytes else { throw damaged("the file is missing") }
    guard start + UInt64(bytes.count) >= range.upperBound else {
      throw damaged(
        "the file has only \(start + UInt64(bytes.count)) bytes; at least \(range.upperBound) were expected")
    }
    return Array(bytes[Int(range.lowerBound - start)..<Int(range.upperBound - start)])
  }

  /// The error for a fault of the file.
  func damaged(_ reason: String) -> BundleError { .damaged(name, reason: reason) }
}
