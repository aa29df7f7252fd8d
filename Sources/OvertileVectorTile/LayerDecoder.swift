import MapMath
import OvertileCore

/// Decodes one layer of a tile, with version 1 or 2.
struct LayerDecoder {
  private let bytes: [UInt8]
  private let isTolerant: Bool
  private let takesUnknown: Bool
  private let version: UInt32
  private(set) var extent: UInt32 = 4096
  private(set) var features: [DecodedFeature] = []
  /// The number of features that were left out because nothing of them can be shown.
  private(set) var droppedFeatures = 0
  /// The number of lines and rings of other features that were left out.
  private(set) var droppedParts = 0
  /// The number of features of type UNKNOWN.
  private(set) var unknownFeatures = 0

  /// - Parameter bytes: the bytes of the tile.
  init(_ bytes: [UInt8], isTolerant: Bool, takesUnknown: Bool, version: UInt32) {
    (self.bytes, self.isTolerant) = (bytes, isTolerant)
    (self.takesUnknown, self.version) = (takesUnknown, version)
  }

  /// Decodes all features. Errors name the feature, but not the layer.
  mutating func decode(_ layer: LayerMessage) throws(VectorTileError) {
    if let wrongType = layer.wrongType { throw wrongType }
    extent = layer.extent ?? extent
    guard extent > 0 else { throw VectorTileError(code: .layer, reason: "the extent is 0") }
    var tags = try tagDecoder(layer)
    var message = FeatureMessage()
    for (index, range) in layer.features.enumerated() {
      do throws(VectorTileError) {
        try message.read(bytes, range)
        try append(message, &tags)
      } catch {
        throw VectorTileError(code: error.code, reason: error.reason, featureIndex: index)
      }
    }
  }

  private func tagDecoder(_ layer: LayerMessage) throws(VectorTileError) -> TagDecoder {
    let texts = MessageReader(bytes, bytes.indices)
    var keys: [String] = []
    keys.reserveCapacity(layer.keys.count)
    for range in layer.keys { keys.append(try texts.text(range)) }
    var values: [PropertyValue] = []
    values.reserveCapacity(layer.values.count)
    for range in layer.values { values.append(try ValueMessage(bytes, range).value) }
    return TagDecoder(keys: keys, values: values)
  }

  private mutating func append(_ feature: FeatureMessage, _ tags: inout TagDecoder) throws(VectorTileError) {
    if feature.type == 0 { unknownFeatures += 1 }
    guard feature.type > 0 || !takesUnknown else {
      droppedFeatures += 1
      return
    }
    let properties = try tags.properties(feature.tags)
    guard let geometry = try geometry(feature) else {
      droppedFeatures += 1
      return
    }
    features.append(DecodedFeature(id: feature.id, geometry: geometry, properties: properties))
  }

  /// Decodes the geometry. Returns nil if nothing remains of it.
  private mutating func geometry(_ feature: FeatureMessage) throws(VectorTileError) -> TileGeometry? {
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
    droppedParts += parts - geometry.partEnds.count
    return geometry
  }
}

extension DecodedTile {
  /// Adds a decoded layer.
  mutating func append(_ decoder: LayerDecoder, name: String, version: UInt32) {
    layers.append(DecodedLayer(name: name, version: version, extent: decoder.extent, features: decoder.features))
    droppedFeatures += decoder.droppedFeatures
    droppedParts += decoder.droppedParts
    unknownFeatures += decoder.unknownFeatures
  }
}
