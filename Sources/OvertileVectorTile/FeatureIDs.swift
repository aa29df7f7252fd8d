/// The ids of a tile's features, which are not decoded.
package enum FeatureIDs {
  /// Calls a closure with the layer and the id of every feature; the id is nil where there is none. O(fields).
  package static func forEach(_ tile: [UInt8], _ body: (String, UInt64?) -> Void) throws(VectorTileError) {
    var fields = MessageReader(tile, tile.indices)
    while let (number, value) = try fields.next() {
      guard number == 3, case .bytes(let message) = value else { continue }
      var layer = MessageReader(tile, message)
      var name = ""
      var ids: [UInt64?] = []
      while let (number, value) = try layer.next() {
        guard case .bytes(let content) = value else { continue }
        if number == 1 { name = try layer.text(content) }
        if number == 2 { ids.append(try id(tile, content)) }
      }
      for id in ids { body(name, id) }
    }
  }

  private static func id(_ tile: [UInt8], _ feature: Range<Int>) throws(VectorTileError) -> UInt64? {
    var fields = MessageReader(tile, feature)
    var id: UInt64?
    while let (number, value) = try fields.next() {
      if number == 1, case .varint(let found) = value { id = found }
    }
    return id
  }
}
