/// A tile's protobuf message.
struct TileMessage {
  private(set) var layers: [LayerMessage] = []
  /// Whether there are fields that the specification does not define.
  private(set) var hasUnknownFields = false

  /// Reads the layers with their own fields. O(bytes).
  init(_ bytes: [UInt8]) throws(VectorTileError) {
    var fields = MessageReader(bytes, bytes.indices)
    var start = 0
    while let (number, value) = try fields.next() {
      defer { start = fields.position }
      guard number == 3 else {
        hasUnknownFields = true
        continue
      }
      guard case .bytes(let range) = value else { throw MessageReader.wrongType(value, of: "layers") }
      layers.append(try LayerMessage(bytes, range, field: start..<fields.position))
    }
  }
}

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
