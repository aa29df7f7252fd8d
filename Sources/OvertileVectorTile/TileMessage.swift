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
