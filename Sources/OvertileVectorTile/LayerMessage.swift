/// A layer's protobuf message: its own fields, and the byte ranges of its features, keys and values.
///
/// Features and values are read later, one at a time, so that a layer of another version costs little.
struct LayerMessage {
  /// The whole field in the tile, with its tag and its length.
  let field: Range<Int>
  var name: String?
  var version: UInt32?
  var extent: UInt32?
  var features: [Range<Int>] = []
  var keys: [Range<Int>] = []
  var values: [Range<Int>] = []
  /// The error of the first field with a wrong wire type.
  var wrongType: VectorTileError?
  /// Whether there are fields that the specification does not define.
  var hasUnknownFields = false

  /// Reads the fields. If a name, a version or an extent occurs twice, the last one counts, as in protobuf.
  init(_ bytes: [UInt8], _ range: Range<Int>, field: Range<Int>) throws(VectorTileError) {
    self.field = field
    var fields = MessageReader(bytes, range)
    while let (number, value) = try fields.next() {
      switch (number, value) {
      case (1, .bytes(let range)): name = try fields.text(range)
      case (2, .bytes(let range)): features.append(range)
      case (3, .bytes(let range)): keys.append(range)
      case (4, .bytes(let range)): values.append(range)
      case (5, .varint(let number)): extent = UInt32(truncatingIfNeeded: number)
      case (15, .varint(let number)): version = UInt32(truncatingIfNeeded: number)
      default: note(value, of: number)
      }
    }
  }

  /// The name, which every layer must have.
  func requiredName() throws(VectorTileError) -> String {
    guard let name else { throw VectorTileError(code: .layer, reason: "the layer has no name") }
    return name
  }

  /// Reads the keys of the tags.
  func keys(in bytes: [UInt8]) throws(VectorTileError) -> [String] {
    let texts = MessageReader(bytes, bytes.indices)
    return try keys.map { range throws(VectorTileError) in try texts.text(range) }
  }

  /// Reads the values of the tags.
  func values(in bytes: [UInt8]) throws(VectorTileError) -> [ValueMessage] {
    try values.map { range throws(VectorTileError) in try ValueMessage(bytes, range) }
  }

  private mutating func note(_ value: MessageReader.Value, of number: UInt64) {
    let names: [UInt64: String] = [1: "name", 2: "features", 3: "keys", 4: "values", 5: "extent", 15: "version"]
    guard let name = names[number] else {
      hasUnknownFields = true
      return
    }
    if wrongType == nil { wrongType = MessageReader.wrongType(value, of: name) }
  }
}
