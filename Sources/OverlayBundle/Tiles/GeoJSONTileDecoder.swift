import MapMath
import OvertileFeatures
import OvertileVectorTile

/// Reads a tile that the pipeline stored as GeoJSON back into the value that vector tiles decode to.
///
/// The text is a FeatureCollection whose features name their layer in the foreign member `layer`, as
/// `DecodedTile.geoJSON(of:)` writes it. Positions have 7 decimals of a degree; rounded to tile units they are the
/// vector tile's own up to zoom 14 with an extent of 4096, and within one unit beyond. Numbers with a fraction or an
/// exponent are `double`, others `int`, or `uint` above `Int64.max`; null, which represents a number that JSON cannot
/// hold, is left out. Layers are in the order of their first feature. Nothing is nested deeper than the format allows,
/// so hostile texts end in an error; memory is within a constant factor of the text.
enum GeoJSONTileDecoder {
  /// Decodes the text of a tile. O(bytes). Throws `JSONTextError`.
  static func decode(_ bytes: [UInt8], tile: TileID, extent: UInt32) throws -> DecodedTile {
    var cursor = JSONCursor(bytes)
    var collection = GeoJSONTile(tile: tile, extent: extent)
    try cursor.object { cursor, key in
      if key == "features" {
        try cursor.array { try collection.readFeature(&$0) }
      } else {
        try cursor.skip()
      }
    }
    guard cursor.isAtEnd else { throw cursor.fault("text after the collection") }
    return collection.decoded
  }
}

/// A tile in the making.
private struct GeoJSONTile {
  private let tile: TileID
  private let extent: UInt32
  private var indices: [String: Int] = [:]
  private(set) var decoded = DecodedTile()

  init(tile: TileID, extent: UInt32) { (self.tile, self.extent) = (tile, extent) }

  mutating func readFeature(_ cursor: inout JSONCursor) throws {
    var layer = ""
    var id: UInt64?
    var geometry: TileGeometry?
    var properties: [DecodedProperty] = []
    try cursor.object { cursor, key in
      switch key {
      case "layer": layer = try cursor.string()
      case "id": id = try Self.readID(&cursor)
      case "geometry": geometry = try GeoJSONGeometry(tile: tile, extent: extent).read(&cursor)
      case "properties": properties = try Self.readProperties(&cursor)
      default: try cursor.skip()
      }
    }
    guard let geometry else { throw cursor.fault("a feature without geometry") }
    append(DecodedFeature(id: id, geometry: geometry, properties: properties), to: layer)
  }

  private mutating func append(_ feature: DecodedFeature, to layer: String) {
    if let index = indices[layer] {
      decoded.layers[index].features.append(feature)
    } else {
      indices[layer] = decoded.layers.count
      decoded.layers.append(DecodedLayer(name: layer, version: 2, extent: extent, features: [feature]))
    }
  }

  private static func readID(_ cursor: inout JSONCursor) throws -> UInt64 {
    switch try cursor.scalar() {
    case .int(let number) where number >= 0: return UInt64(number)
    case .uint(let number): return number
    default: throw cursor.fault("an id that is not a whole number")
    }
  }

  private static func readProperties(_ cursor: inout JSONCursor) throws -> [DecodedProperty] {
    var properties: [DecodedProperty] = []
    var names: Set<ExactText> = []
    try cursor.object { cursor, key in
      let value = try cursor.scalar()
      guard names.insert(ExactText(key)).inserted else { throw cursor.fault("the property \"\(key)\" occurs twice") }
      if value != .null { properties.append(DecodedProperty(name: key, value: value)) }
    }
    return properties
  }
}
