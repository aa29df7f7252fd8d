/// The ids of a tile's features, which are not decoded.
package enum FeatureIDs {
  /// Calls a closure with the layer and the id of every feature; the id is nil where there is none. O(fields).
  package static func forEach(_ tile: [UInt8], _ body: (String, UInt64?) -> Void) throws(VectorTileError) {
    for layer in try TileMessage(tile).layers {
      for feature in layer.features {
        var fields = MessageReader(tile, feature)
        var id: UInt64?
        while let (number, value) = try fields.next() {
          if number == 1, case .varint(let found) = value { id = found }
        }
        body(layer.name ?? "", id)
      }
    }
  }
}
