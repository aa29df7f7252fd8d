/// The layers of a vector tile as parts of its bytes. Features are not decoded.
package enum LayerBytes {
  /// A tile with some of another tile's layers, in their order; empty if it has none of them. O(fields), plus copying.
  ///
  /// Fields that the specification does not define are left out.
  package static func keeping(_ names: Set<String>, of tile: [UInt8]) throws(VectorTileError) -> [UInt8] {
    var kept: [UInt8] = []
    try forEach(tile) { (name, field) throws(VectorTileError) in
      if names.contains(name) { kept += tile[field] }
    }
    return kept
  }

  /// The names of a tile's layers, in their order.
  package static func names(of tile: [UInt8]) throws(VectorTileError) -> [String] {
    var names: [String] = []
    try forEach(tile) { (name, _) throws(VectorTileError) in names.append(name) }
    return names
  }

  /// Calls a closure with the name of each layer and the range of its field, tag and length included.
  private static func forEach(
    _ tile: [UInt8], _ body: (String, Range<Int>) throws(VectorTileError) -> Void
  ) throws(VectorTileError) {
    var fields = MessageReader(tile, tile.indices)
    var start = 0
    while let (number, value) = try fields.next() {
      let field = start..<fields.position
      start = fields.position
      guard number == 3 else { continue }
      guard case .bytes(let message) = value else { throw MessageReader.wrongType(value, of: "layers") }
      try body(try name(tile, message), field)
    }
  }

  /// The name of a layer; the last one if there are several, as in protobuf.
  private static func name(_ tile: [UInt8], _ message: Range<Int>) throws(VectorTileError) -> String {
    var fields = MessageReader(tile, message)
    var name: String?
    while let (number, value) = try fields.next() {
      guard number == 1 else { continue }
      guard case .bytes(let text) = value else { throw MessageReader.wrongType(value, of: "name") }
      name = try fields.text(text)
    }
    guard let name else { throw VectorTileError(code: .layer, reason: "a layer has no name") }
    return name
  }
}
