/// A feature's protobuf message.
struct FeatureMessage {
  /// The greatest number of a geometry type. Source: the vector tile specification, version 2.1, section 4.3.4.
  private static let greatestType = UInt32(3)

  private(set) var id: UInt64?
  /// The geometry type; 0 for UNKNOWN and for a missing type.
  private(set) var type = UInt8(0)
  private(set) var tags: [UInt32] = []
  private(set) var geometry: [UInt32] = []
  /// Whether there are fields that the specification does not define.
  private(set) var hasUnknownFields = false

  /// Reads another feature's message into the same memory.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(VectorTileError) {
    (id, type, hasUnknownFields) = (nil, 0, false)
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
      default: hasUnknownFields = true
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
