/// The content of tiles.
package enum TileContent: Sendable, Hashable, CustomStringConvertible {
  /// Mapbox vector tiles.
  case vectorTile
  /// Any other content, by the name that the archive or the bytes indicate: "png", "jpeg", "webp", "avif", "mlt",
  /// "geojson", "unknown" ...
  case other(String)

  /// The content by the type in a PMTiles header. Source: the PMTiles specification, version 3, section 3.4.
  package init(pmtiles type: UInt8) {
    let names = ["unknown", "mvt", "png", "jpeg", "webp", "avif", "mlt"]
    self.init(named: type < names.count ? names[Int(type)] : names[0])
  }

  /// The content by the `format` of MBTiles metadata, or by a file's extension without its dot. Case is ignored.
  package init(named name: String) {
    // Of a media type, what follows the slash.
    let last = name.lowercased().split(separator: "/").last.map { String($0) } ?? ""
    switch last {
    case "pbf", "mvt", "vnd.mapbox-vector-tile", "x-protobuf": self = .vectorTile
    case "json", "geo+json": self = .other("geojson")
    case "jpg": self = .other("jpeg")
    case "png8", "png32", "png256": self = .other("png")
    default: self = .other(last)
    }
  }

  /// The content by the first bytes of an uncompressed tile. Sources: the signatures in the formats' specifications. A
  /// vector tile begins with the tag of its field `layers`, 0x1A.
  package init(sniffing bytes: [UInt8]) {
    let signatures: [(Int, [UInt8], TileContent)] = [
      (0, [0x1A], .vectorTile), (0, [0x7B], .other("geojson")), (0, [0x89, 0x50, 0x4E, 0x47], .other("png")),
      (0, [0xFF, 0xD8, 0xFF], .other("jpeg")), (8, Array("WEBP".utf8), .other("webp")),
      (4, Array("ftypavif".utf8), .other("avif")),
    ]
    let match = signatures.first { bytes.dropFirst($0.0).starts(with: $0.1) }
    self = bytes.isEmpty ? .vectorTile : match?.2 ?? .other("unknown")
  }

  /// "mvt", or the name.
  package var description: String {
    switch self {
    case .vectorTile: "mvt"
    case .other(let name): name
    }
  }
}
