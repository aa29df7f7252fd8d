import OvertileCore

/// A value's protobuf message, which contains one of seven fields.
struct ValueMessage {
  private static let names = [
    "", "string_value", "float_value", "double_value", "int_value", "uint_value", "sint_value", "bool_value",
  ]

  /// The value.
  private(set) var value = PropertyValue.null
  /// The number of its field, 1 to 7.
  private(set) var field: UInt64 = 0
  /// Whether there are fields that the specification does not define.
  private(set) var hasUnknownFields = false

  /// Reads a message. Throws if it contains no value, or more than one.
  init(_ bytes: [UInt8], _ range: Range<Int>) throws(VectorTileError) {
    var fields = MessageReader(bytes, range)
    // One bit per field. A field that occurs twice sets one bit, and its last value counts.
    var present: UInt8 = 0
    while let (number, found) = try fields.next() {
      guard let property = try Self.property(number, found, fields) else {
        hasUnknownFields = true
        continue
      }
      present |= 1 << number
      (field, value) = (number, property)
    }
    guard present.nonzeroBitCount == 1 else {
      throw VectorTileError(
        code: .layer, reason: "a value must contain exactly one field, but this one contains \(present.nonzeroBitCount)"
      )
    }
  }

  /// The value of a field; nil if the specification does not define the field.
  private static func property(
    _ number: UInt64, _ value: MessageReader.Value, _ fields: MessageReader
  ) throws(VectorTileError) -> PropertyValue? {
    switch (number, value) {
    case (1, .bytes(let range)): return .string(try fields.text(range))
    case (2, .fourBytes(let bits)): return .double(Double(Float(bitPattern: bits)))
    case (3, .eightBytes(let bits)): return .double(Double(bitPattern: bits))
    case (4, .varint(let number)): return .int(Int64(bitPattern: number))
    case (5, .varint(let number)): return .uint(number)
    case (6, .varint(let number)): return .int(Varint.signed(number))
    case (7, .varint(let number)): return .bool(number != 0)
    case (1...7, _): throw MessageReader.wrongType(value, of: names[Int(number)])
    default: return nil
    }
  }
}
