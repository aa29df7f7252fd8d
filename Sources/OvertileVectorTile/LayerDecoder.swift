import MapMath
import OvertileCore

/// Decodes the layers of a tile, with version 1 or 2.
struct LayerDecoder {
  /// The bytes of the tile.
  let bytes: [UInt8]
  let isTolerant: Bool
  let takesUnknown: Bool
  /// The tile with the layers that were decoded.
  var tile = DecodedTile()

  /// Decodes a layer with all its features. Errors name the feature, but not the layer.
  mutating func decode(_ message: LayerMessage, name: String, version: UInt32) throws(VectorTileError) {
    if let wrongType = message.wrongType { throw wrongType }
    var layer = DecodedLayer(name: name, version: version, extent: message.extent ?? 4096)
    guard layer.extent > 0 else { throw VectorTileError(code: .layer, reason: "the extent is 0") }
    var tags = TagDecoder(keys: try message.keys(in: bytes), values: try message.values(in: bytes))
    var feature = FeatureMessage()
    for (index, range) in message.features.enumerated() {
      do throws(VectorTileError) {
        try feature.read(bytes, range)
        try append(feature, &tags, to: &layer)
      } catch {
        throw VectorTileError(code: error.code, reason: error.reason, featureIndex: index)
      }
    }
    tile.layers.append(layer)
  }

  private mutating func append(
    _ feature: FeatureMessage, _ tags: inout TagDecoder, to layer: inout DecodedLayer
  ) throws(VectorTileError) {
    if feature.type == 0 { tile.unknownFeatures += 1 }
    guard feature.type > 0 || !takesUnknown else {
      tile.droppedFeatures += 1
      return
    }
    let properties = try tags.properties(feature.tags)
    guard let geometry = try geometry(feature, version: layer.version) else {
      tile.droppedFeatures += 1
      return
    }
    layer.features.append(DecodedFeature(id: feature.id, geometry: geometry, properties: properties))
  }

  /// Decodes the geometry. Returns nil if nothing remains of it.
  private mutating func geometry(
    _ feature: FeatureMessage, version: UInt32
  ) throws(VectorTileError) -> TileGeometry? {
    let isTolerant = isTolerant || takesUnknown && version == 1
    guard let kind = TileGeometry.Kind(rawValue: feature.type) else {
      if isTolerant { return nil }
      throw VectorTileError(code: .geometry, reason: "the geometry type is unknown")
    }
    if isTolerant, feature.geometry.isEmpty { return nil }
    var commands = GeometryDecoder(commands: feature.geometry, kind: kind, isTolerant: isTolerant)
    var geometry = try commands.decode()
    let parts = geometry.partEnds.count + commands.droppedParts
    if kind == .polygons {
      if isTolerant || takesUnknown { geometry.dropFlatRings() }
      if !geometry.isEmpty { try geometry.checkWinding(mayTurn: isTolerant || version == 1) }
    }
    // If the feature is left out, its parts are not counted as dropped.
    guard !geometry.isEmpty else { return nil }
    tile.droppedParts += parts - geometry.partEnds.count
    return geometry
  }
}

/// Converts the tags of a layer's features to properties.
private struct TagDecoder {
  private let keys: [String]
  private let values: [ValueMessage]
  // For each key: the ordinal of the last feature that had it.
  private var lastUse: [Int]
  private var ordinal = 0

  init(keys: [String], values: [ValueMessage]) {
    self.keys = keys
    self.values = values
    lastUse = Array(repeating: 0, count: keys.count)
  }

  /// The properties for pairs of key and value indices.
  mutating func properties(_ tags: [UInt32]) throws(VectorTileError) -> [DecodedProperty] {
    guard tags.count.isMultiple(of: 2) else { throw fault("the number of tag indices is odd") }
    ordinal += 1
    var properties: [DecodedProperty] = []
    properties.reserveCapacity(min(tags.count / 2, keys.count))
    for pair in stride(from: 0, to: tags.count, by: 2) {
      let (key, value) = (Int(tags[pair]), Int(tags[pair + 1]))
      guard key < keys.count else {
        throw fault("key index \(key) is out of range because there are \(keys.count) keys")
      }
      guard value < values.count else {
        throw fault("value index \(value) is out of range because there are \(values.count) values")
      }
      guard lastUse[key] != ordinal else { throw fault("the key \"\(keys[key])\" occurs twice") }
      lastUse[key] = ordinal
      properties.append(DecodedProperty(name: keys[key], value: values[value].value))
    }
    return properties
  }

  private func fault(_ reason: String) -> VectorTileError {
    VectorTileError(code: .tags, reason: reason)
  }
}
