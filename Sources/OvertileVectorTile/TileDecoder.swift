import MapMath
import OvertileFeatures
import SwiftProtobuf

/// Reads vector tiles, strictly: a tile that breaks a rule of the specification gives an error that names the place.
///
/// Safe on hostile bytes: memory stays within a constant factor of their number. Rings come out as `TileGeometry` wants
/// them. Source: the vector tile specification, version 2.1.
package enum TileDecoder {
  /// Decodes an uncompressed tile; zero bytes are a tile without layers. O(bytes).
  ///
  /// A tolerant reader, for tiles of other programs, repairs what some of them write: steps of no length, rings that
  /// repeat their first position, rings without area, and first rings wound as holes. Parts of which too little remains
  /// are left out, and features without parts or of an unknown type are counted in `droppedFeatures`.
  ///
  /// A reader that takes all that the specification allows (`takesUnknown`) passes over features of type UNKNOWN, which it
  /// leaves to others to explain, leaves out rings without area, which should not be there, and reads layers of version 1,
  /// which has fewer rules, as a tolerant one.
  ///
  /// - Throws: `VectorTileError`.
  package static func decode(
    _ bytes: [UInt8], isTolerant: Bool = false, takesUnknown: Bool = false
  ) throws(VectorTileError) -> DecodedTile {
    let message: MessageTile
    do {
      message = try MessageTile(serializedBytes: bytes)
    } catch {
      throw VectorTileError(code: .message, reason: "\(error)")
    }
    try WrongFields.check(message)
    var tile = DecodedTile()
    var names: Set<[UInt8]> = []
    for layer in message.layers {
      guard layer.hasName else { throw VectorTileError(code: .layer, reason: "no name") }
      guard layer.hasVersion else { throw VectorTileError(code: .layer, reason: "no version", layer: layer.name) }
      guard names.insert(Array(layer.name.utf8)).inserted else {
        throw VectorTileError(code: .layer, reason: "the name occurs twice", layer: layer.name)
      }
      if layer.version == 1 || layer.version == 2 {
        try WrongFields.check(layer)
        var known = layer
        if takesUnknown { known.features.removeAll { $0.type == .unknown } }
        let decoded = try decode(
          known, isTolerant: isTolerant || takesUnknown && layer.version == 1, dropsFlat: takesUnknown,
          droppedParts: &tile.droppedParts)
        tile.droppedFeatures += layer.features.count - decoded.features.count
        tile.unknownFeatures += layer.features.count { $0.type == .unknown }
        tile.layers.append(decoded)
      } else {
        tile.skippedLayers.append(layer.name)
      }
    }
    return tile
  }

  private static func decode(
    _ message: MessageTile.Layer, isTolerant: Bool, dropsFlat: Bool, droppedParts: inout Int
  ) throws(VectorTileError) -> DecodedLayer {
    let extent = message.hasExtent ? message.extent : 4096
    guard extent > 0 else { throw VectorTileError(code: .layer, reason: "the extent is 0", layer: message.name) }
    var layer = DecodedLayer(name: message.name, version: message.version, extent: extent)
    var tags = TagDecoder(keys: message.keys, values: [])
    var index: Int?
    do {
      for value in message.values { tags.values.append(try propertyValue(value)) }
      for (number, feature) in message.features.enumerated() {
        index = number
        let properties = try tags.properties(feature.tags)
        var dropped = 0
        guard
          let geometry = try geometry(
            feature, version: message.version, isTolerant: isTolerant, dropsFlat: dropsFlat, droppedParts: &dropped)
        else { continue }
        droppedParts += dropped
        layer.features.append(
          DecodedFeature(id: feature.hasID ? feature.id : nil, geometry: geometry, properties: properties))
      }
    } catch {
      throw VectorTileError(code: error.code, reason: error.reason, layer: message.name, featureIndex: index)
    }
    return layer
  }

  /// The geometry; nil for one of which nothing remains, when tolerant.
  private static func geometry(
    _ feature: MessageTile.Feature, version: UInt32, isTolerant: Bool, dropsFlat: Bool, droppedParts: inout Int
  ) throws(VectorTileError) -> TileGeometry? {
    guard let kind = TileGeometry.Kind(rawValue: UInt8(clamping: feature.type.rawValue)) else {
      if isTolerant { return nil }
      throw VectorTileError(code: .geometry, reason: "the type is unknown")
    }
    if isTolerant, feature.geometry.isEmpty { return nil }
    var commands = GeometryDecoder(commands: feature.geometry, kind: kind, isTolerant: isTolerant)
    var geometry = try commands.decode()
    let parts = geometry.partEnds.count + commands.droppedParts
    defer { droppedParts = parts - geometry.partEnds.count }
    if kind == .polygons {
      if isTolerant || dropsFlat { geometry.dropFlatRings() }
      if !geometry.isEmpty { try geometry.checkWinding(mayTurn: isTolerant || version == 1) }
    }
    return geometry.isEmpty ? nil : geometry
  }

  private static func propertyValue(_ value: MessageTile.Value) throws(VectorTileError) -> PropertyValue {
    var found: [PropertyValue] = []
    if value.hasStringValue { found.append(.string(value.stringValue)) }
    if value.hasFloatValue { found.append(.double(Double(value.floatValue))) }
    if value.hasDoubleValue { found.append(.double(value.doubleValue)) }
    if value.hasIntValue { found.append(.int(value.intValue)) }
    if value.hasUintValue { found.append(.uint(value.uintValue)) }
    if value.hasSintValue { found.append(.int(value.sintValue)) }
    if value.hasBoolValue { found.append(.bool(value.boolValue)) }
    guard found.count == 1 else {
      throw VectorTileError(code: .layer, reason: "a value holds \(found.count) values instead of one")
    }
    return found[0]
  }
}
