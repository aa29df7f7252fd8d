/// The layers of a vector tile as parts of its bytes. Features are not decoded.
package enum LayerBytes {
  /// A tile with some of another tile's layers, in their order; empty if it has none of them. O(fields), plus copying.
  ///
  /// Fields that the specification does not define are left out.
  package static func keeping(_ names: Set<String>, of tile: [UInt8]) throws(VectorTileError) -> [UInt8] {
    var kept: [UInt8] = []
    for layer in try TileMessage(tile).layers {
      if names.contains(try layer.requiredName()) { kept += tile[layer.field] }
    }
    return kept
  }

  /// The names of a tile's layers, in their order.
  package static func names(of tile: [UInt8]) throws(VectorTileError) -> [String] {
    try TileMessage(tile).layers.map { layer throws(VectorTileError) in try layer.requiredName() }
  }
}
