/// A layer's protobuf message: its own fields, and where those of its features and values are.
///
/// Features and values are read one at a time, so that a layer of another version costs nothing.
struct LayerMessage {
  var name: String?
  var version: UInt32?
  var extent: UInt32?
  var features: [Range<Int>] = []
  var keys: [Range<Int>] = []
  var values: [Range<Int>] = []
  /// The first field of another wire type than its own.
  var wrongType: VectorTileError?
  /// Whether there are fields that the specification does not know.
  var hasUnknownFields = false

  /// Reads the fields; of a name, a version or an extent that comes twice, the last counts, as in protobuf.
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
