import MapMath
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// Layers, fields and features, read from the tiles themselves. Memory is bounded by the distinct layers and fields.
struct FeatureSurvey: Sendable {
  /// The survey of a layer.
  struct Layer: Sendable {
    /// The entries by zoom: a feature has one in each of its tiles.
    var entries: [Int: Int] = [:]
    /// The type of each field.
    var fields: NamedValues<FieldType> = [:]
  }

  /// By name.
  private(set) var layers: [String: Layer] = [:]
  /// Features without a geometry that can be shown; see `TileDecoder.decode(_:isTolerant:)`.
  private(set) var droppedFeatures = 0

  /// Reads one tile of an archive.
  ///
  /// - Throws: `ArchiveError`; `InspectionError` that names the tile for one that does not decode.
  mutating func add(_ tile: TileID, _ stored: [UInt8], of reader: any TileArchiveReader) throws {
    let decoded = try TileText.decode(tile, stored, of: reader)
    droppedFeatures += decoded.droppedFeatures
    for layer in decoded.layers {
      var found = layers[layer.name] ?? Layer()
      found.entries[Int(tile.z), default: 0] += layer.features.count
      for property in layer.features.lazy.flatMap(\.properties) { found.fields.note(property) }
      layers[layer.name] = found
    }
  }
}

extension NamedValues<FieldType> {
  /// Adds the type of a property's value to its field.
  mutating func note(_ property: DecodedProperty) {
    let type: FieldType =
      switch property.value {
      case .bool: .boolean
      case .int, .uint, .double: .number
      case .null, .string, .json: .string
      }
    self[property.name] = self[property.name, default: type].joined(type)
  }
}

extension FieldType {
  /// The type of a field that has values of two types.
  func joined(_ other: FieldType) -> FieldType { self == other ? self : .string }
}
