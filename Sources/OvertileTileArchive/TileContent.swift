/// The content of tiles.
package enum TileContent: Sendable, Hashable, CustomStringConvertible {
  /// Mapbox vector tiles.
  case vectorTile
  /// Any other content, by the name that the archive or the bytes indicate: "png", "jpeg", "webp", "avif", "mlt",
  /// "geojson", "unknown" ...
  case other(String)

  /// The content by the type in a PMTiles header. Source: the PMTiles specification, version 3, section 3.4.
  package init(pmtiles type: UInt8) {
    switch type {
    case 1: self = .vectorTile
    case 2: self = .other("png")
    case 3: self = .other("jpeg")
    case 4: self = .other("webp")
    case 5: self = .other("avif")
    case 6: self = .other("mlt")
    default: self = .other("unknown")
    }
  }

  /// The content by the `format` of MBTiles metadata, or by a file's extension without its dot. Case is ignored.
  package init(named name: String) {
    let lower = name.lowercased()
    switch lower {
    case "pbf", "mvt", "application/vnd.mapbox-vector-tile", "application/x-protobuf": self = .vectorTile
    case "geojson", "json", "application/geo+json", "application/json": self = .other("geojson")
    case "jpg", "jpeg", "image/jpeg": self = .other("jpeg")
    case "png", "png8", "png32", "png256", "image/png": self = .other("png")
    case "webp", "image/webp": self = .other("webp")
    default: self = .other(lower)
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
