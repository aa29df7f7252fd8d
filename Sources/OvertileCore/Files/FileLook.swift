/// A look at the first bytes of an input.
package struct FileLook: Sendable {
  /// The format.
  package let format: FileFormat
  /// The `type` with which a JSON object begins.
  package let type: String?

  /// The number of first bytes that are examined.
  package static let byteCount = 4096

  /// Examines the first bytes, ``byteCount`` of them or all there are; nil if there are none. O(bytes).
  package init?(_ head: [UInt8]) {
    var text = head[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { $0 == 0x20 || (9...13).contains($0) }
    guard let first = text.first else { return nil }
    if let format = Self.signatures.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) })?.format {
      (self.format, type) = (format, nil)
    } else if first == 0x1E {
      (format, type) = (.textSequence, nil)
    } else if text.contains(where: { $0 < 9 || (14..<27).contains($0) }) {
      (format, type) = (.binary, nil)
    } else {
      (format, type) = Self.look(String(decoding: text, as: UTF8.self))
    }
  }

  private static func look(_ text: String) -> (FileFormat, String?) {
    if text.hasPrefix("<") { return (markup(text), nil) }
    if text.hasPrefix("{") || text.hasPrefix("[") {
      let isGeoJSON = text.contains(
        #/\x22type\x22\s*:\s*\x22(Feature|FeatureCollection|(Multi)?(Point|LineString|Polygon))\x22/#)
      let type = text.prefixMatch(of: #/\{\s*\x22type\x22\s*:\s*\x22([^\x22]*)\x22/#).map { String($0.1.prefix(60)) }
      return (isGeoJSON ? .geoJSON : .json, type)
    }
    return (isTable(text) ? .csv : .text, nil)
  }

  /// The format of a root element, behind declarations and comments.
  private static func markup(_ text: String) -> FileFormat {
    let text = text.replacing(#/<!--.*?-->|<\?.*?\?>/#.dotMatchesNewlines(), with: "").drop(while: \.isWhitespace)
    switch text.prefixMatch(of: #/<([A-Za-z][\w.-]*:)?(!?[A-Za-z][\w.-]*)/#).map({ $0.2.lowercased() }) {
    case "kml": return .kml
    case "gpx": return .gpx
    case "html", "head", "body", "!doctype": return .html
    default: return .xml
    }
  }

  /// Whether the first two lines have as many separators, at least one.
  private static func isTable(_ text: String) -> Bool {
    let lines = text.split(maxSplits: 2, whereSeparator: \.isNewline)
    guard lines.count > 1 else { return false }
    return [",", ";", "\t", "|"].contains { (separator: Character) in
      let counts = lines.prefix(2).map { line in line.count { $0 == separator } }
      return counts[0] > 0 && counts[0] == counts[1]
    }
  }

  /// Bytes at an offset that identify a format, with special formats before general ones.
  private static let signatures: [(format: FileFormat, offset: Int, bytes: [UInt8])] = [
    (.flatGeobuf, 0, Array("fgb".utf8)), (.geoPackage, 68, Array("GPKG".utf8)), (.geoPackage, 68, Array("GP1".utf8)),
    (.sqlite, 0, Array("SQLite format 3\0".utf8)), (.shapefile, 0, [0, 0, 0x27, 0x0A]),
    (.zip, 0, [0x50, 0x4B, 3, 4]), (.zip, 0, [0x50, 0x4B, 5, 6]),
    (.utf16, 0, [0xFF, 0xFE]), (.utf16, 0, [0xFE, 0xFF]),
  ]
}

extension FileLook {
  /// Whether the content may be that of a file which GDAL reads by its extension, in lower case.
  package func agrees(withExtension name: String) -> Bool {
    switch name {
    case "csv": [.csv, .text, .binary].contains(format)
    case "gpkg": [.geoPackage, .sqlite].contains(format)
    case "shz", "kmz", "zip": format == .zip
    default: format.tableExtension == name
    }
  }
}
