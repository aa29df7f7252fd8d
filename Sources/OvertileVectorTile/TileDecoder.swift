/// Decodes vector tiles, strictly by default: a tile that breaks a rule of the specification causes an error that names
/// the layer and the feature.
///
/// Safe on hostile bytes: memory stays within a constant factor of their number. Rings have the form that
/// `TileGeometry` requires. Source: the vector tile specification, version 2.1.
package enum TileDecoder {
  /// Decodes an uncompressed tile. Zero bytes are a tile without layers. O(bytes).
  ///
  /// A tolerant decoder, for tiles of other programs, repairs common faults: steps of no length, rings that repeat
  /// their first position, rings without area, and first rings wound as holes. It leaves out parts that are too short
  /// after that. It counts features without parts or of an unknown type in `droppedFeatures`.
  ///
  /// With `takesUnknown`, the decoder accepts everything that the specification allows. It skips features of type
  /// UNKNOWN, as decoders may, and leaves out rings without area, which should not occur. It is tolerant for layers of
  /// version 1, which has fewer rules.
  ///
  /// - Throws: `VectorTileError`.
  package static func decode(
    _ bytes: [UInt8], isTolerant: Bool = false, takesUnknown: Bool = false
  ) throws(VectorTileError) -> DecodedTile {
    var decoder = LayerDecoder(bytes: bytes, isTolerant: isTolerant, takesUnknown: takesUnknown)
    var names: Set<[UInt8]> = []
    for message in try TileMessage(bytes).layers {
      let name = try message.requiredName()
      do throws(VectorTileError) {
        guard let version = message.version else {
          throw VectorTileError(code: .layer, reason: "the layer has no version")
        }
        guard names.insert(Array(name.utf8)).inserted else {
          throw VectorTileError(code: .layer, reason: "the layer name occurs twice")
        }
        guard version == 1 || version == 2 else {
          decoder.tile.skippedLayers.append(name)
          continue
        }
        try decoder.decode(message, name: name, version: version)
      } catch {
        throw VectorTileError(
          code: error.code, reason: error.reason, layer: name, featureIndex: error.featureIndex)
      }
    }
    return decoder.tile
  }
}
