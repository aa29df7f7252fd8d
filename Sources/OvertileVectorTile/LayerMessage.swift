/// A layer's protobuf message: its own fields, and the byte ranges of its features, keys and values.
///
/// Features and values are read later, one at a time, so that a layer of another version costs little.
struct LayerMessage {
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
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(VectorTileError) {
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

  private mutating func note(_ value: MessageReader.Value, of number: UInt64) {
    let names: [UInt64: String] = [1: "name", 2: "features", 3: "keys", 4: "values", 5: "extent", 15: "version"]
    guard let name = names[number] else {
      hasUnknownFields = true
      return
    }
    if wrongType == nil { wrongType = MessageReader.wrongType(value, of: name) }
  }
}
