import Features
import VectorTile

/// Writes the properties of a row as tags, and its original id where the tiles carry another one.
struct FeatureTags: Sendable {
  /// The layer's properties.
  let properties: PropertyColumns
  private let sourceIDs: [UInt32]
  private let ownIDs: [UInt64]
  private let idKey: UInt32
  /// What differs between zooms.
  let zoomed: ZoomedValues

  /// Prepares the tags of a layer; the original id stands under `id`, or under a longer name where that is taken.
  init(_ layer: LayerRows, _ extra: ExtraColumns) {
    var properties = layer.properties
    zoomed = ZoomedValues(layer, extra, keys: &properties.keys)
    var name = "id"
    while properties.keys.find(name) != nil { name = "source_" + name }
    idKey = properties.keys.intern(.string, name)
    self.properties = properties
    sourceIDs = layer.sourceIDs
    ownIDs = layer.ownIDs
  }

  private init(_ other: FeatureTags, properties: PropertyColumns) {
    self.properties = properties
    sourceIDs = other.sourceIDs
    ownIDs = other.ownIDs
    idKey = other.idKey
    zoomed = other.zoomed
  }

  /// The same tags with further keys and values in the tables.
  func with(_ properties: PropertyColumns) -> FeatureTags { FeatureTags(self, properties: properties) }

  /// Adds the tags of a row to the open feature, which carries `id`.
  @inline(__always)
  func write(row: UInt32, id: UInt64, zoom: Int, into encoder: inout TileEncoder) {
    zoomed.write(row: row, zoom: zoom, into: &encoder)
    let row = Int(row)
    for entry in properties.entries(ofFeature: row) {
      encoder.tag(key: properties.keyIndices[entry], value: properties.valueIndices[entry])
    }
    if sourceIDs[row] != LayerRows.noValue, ownIDs[row] != id {
      encoder.tag(key: idKey, value: sourceIDs[row])
    }
  }

  /// The types of the properties that occur, by name: "Number", "Boolean" or "String", which is also mixed.
  var fields: [String: String] {
    var seen = [UInt8](repeating: 0, count: properties.keys.count)
    for (key, value) in zip(properties.keyIndices, properties.valueIndices) {
      seen[Int(key)] |= Self.bit(properties.values.kind(value))
    }
    zoomed.forEachValue { key, value in seen[Int(key)] |= Self.bit(properties.values.kind(value)) }
    for (row, value) in sourceIDs.enumerated() where value != LayerRows.noValue && ownIDs[row] == LayerRows.noID {
      seen[Int(idKey)] |= Self.bit(properties.values.kind(value))
    }
    var fields: [String: String] = [:]
    for (key, bits) in seen.enumerated() where bits != 0 {
      let type =
        switch bits {
        case 1: "Number"
        case 2: "Boolean"
        default: "String"
        }
      fields[properties.keys.string(UInt32(key))] = type
    }
    return fields
  }

  private static func bit(_ kind: PropertyKind) -> UInt8 {
    switch kind {
    case .int, .uint, .double: 1
    case .bool: 2
    case .null, .string, .json: 4
    }
  }
}
