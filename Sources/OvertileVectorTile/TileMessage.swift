import OvertileCore

/// A tile's protobuf message.
struct TileMessage {
  private(set) var layers: [LayerMessage] = []

  /// Reads the layers with their own fields; others than those of the specification are passed over. O(bytes).
  init(_ bytes: [UInt8]) throws(VectorTileError) {
    var fields = MessageReader(bytes, bytes.indices)
    var start = 0
    while let (number, value) = try fields.next() {
      defer { start = fields.position }
      guard number == 3 else { continue }
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
      default:
        let names: [UInt64: String] = [1: "name", 2: "features", 3: "keys", 4: "values", 5: "extent", 15: "version"]
        guard let name = names[number], wrongType == nil else { continue }
        wrongType = MessageReader.wrongType(value, of: name)
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
}

/// A feature's protobuf message.
struct FeatureMessage {
  /// The greatest number of a geometry type. Source: the vector tile specification, version 2.1, section 4.3.4.
  private static let greatestType = UInt32(3)

  private(set) var id: UInt64?
  /// The geometry type; 0 for UNKNOWN and for a missing type.
  private(set) var type = UInt8(0)
  private(set) var tags: [UInt32] = []
  private(set) var geometry: [UInt32] = []

  /// Reads another feature's message into the same memory.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(VectorTileError) {
    (id, type) = (nil, 0)
    tags.removeAll(keepingCapacity: true)
    geometry.removeAll(keepingCapacity: true)
    var fields = MessageReader(bytes, range)
    while let (number, value) = try fields.next() {
      switch (number, value) {
      case (1, .varint(let number)): id = number
      case (2, _): try Self.append(value, of: "tags", in: bytes, to: &tags)
      case (3, .varint(let number)):
        // Like an enumeration in protobuf: bits above the lowest 32 are discarded.
        let number = UInt32(truncatingIfNeeded: number)
        guard number <= Self.greatestType else {
          throw VectorTileError(code: .message, reason: "\(number) is not a valid geometry type")
        }
        type = UInt8(number)
      case (4, _): try Self.append(value, of: "geometry", in: bytes, to: &geometry)
      case (1, _): throw MessageReader.wrongType(value, of: "id")
      case (3, _): throw MessageReader.wrongType(value, of: "type")
      default: continue
      }
    }
  }

  /// Appends the numbers of a repeated field, packed or one by one.
  private static func append(
    _ value: MessageReader.Value, of name: String, in bytes: [UInt8], to numbers: inout [UInt32]
  ) throws(VectorTileError) {
    switch value {
    case .varint(let number): numbers.append(UInt32(truncatingIfNeeded: number))
    case .bytes(let range):
      var packed = MessageReader(bytes, range)
      while let number = try packed.packedNumber() { numbers.append(number) }
    default: throw MessageReader.wrongType(value, of: name)
    }
  }
}

/// A value's protobuf message, which contains one of seven fields.
struct ValueMessage {
  /// The value.
  private(set) var value = PropertyValue.null
  /// The number of its field, 1 to 7.
  private(set) var field: UInt64 = 0

  /// Reads a message. Throws if it contains no value, or more than one.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(VectorTileError) {
    var fields = MessageReader(bytes, range)
    // One bit per field. A field that occurs twice sets one bit, and its last value counts.
    var present: UInt8 = 0
    while let (number, found) = try fields.next() {
      switch (number, found) {
      case (1, .bytes(let range)): value = .string(try fields.text(range))
      case (2, .fourBytes(let bits)): value = .double(Double(Float(bitPattern: bits)))
      case (3, .eightBytes(let bits)): value = .double(Double(bitPattern: bits))
      case (4, .varint(let number)): value = .int(Int64(bitPattern: number))
      case (5, .varint(let number)): value = .uint(number)
      case (6, .varint(let number)): value = .int(Varint.signed(number))
      case (7, .varint(let number)): value = .bool(number != 0)
      case (1...7, _): throw MessageReader.wrongType(found, of: "values")
      default: continue
      }
      present |= 1 << number
      field = number
    }
    guard present.nonzeroBitCount == 1 else {
      throw VectorTileError(
        code: .layer, reason: "a value must contain exactly one field, but this one contains \(present.nonzeroBitCount)"
      )
    }
  }
}
