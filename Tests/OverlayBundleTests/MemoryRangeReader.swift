import Foundation
import OverlayBundle

/// Files in memory, through a reader.
struct MemoryRangeReader: RangeReader {
  var files: [String: [UInt8]] = [:]

  init(_ files: [String: [UInt8]]) { self.files = files }

  /// Every file below a folder.
  init(folder: URL) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appendingPathComponent(name)
      if let data = try? Data(contentsOf: url) { files[name] = Array(data) }
    }
  }

  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    guard let bytes = files[path] else { return nil }
    let inside = range.clamped(to: 0..<UInt64(bytes.count))
    return Array(bytes[Int(inside.lowerBound)..<Int(inside.upperBound)])
  }
}
