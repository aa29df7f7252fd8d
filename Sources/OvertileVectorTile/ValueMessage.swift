import OvertileCore

/// A value's protobuf message, which contains one of seven fields.
struct ValueMessage {
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
      switch (number, found) {
      case (1, .bytes(let range)): value = .string(try fields.text(range))
      case (2, .fourBytes(let bits)): value = .double(Double(Float(bitPattern: bits)))
      case (3, .eightBytes(let bits)): value = .double(Double(bitPattern: bits))
      case (4, .varint(let number)): value = .int(Int64(bitPattern: number))
      case (5, .varint(let number)): value = .uint(number)
      case (6, .varint(let number)): value = .int(Varint.signed(number))
      case (7, .varint(let number)): value = .bool(number != 0)
      case (1...7, _): throw MessageReader.wrongType(found, of: "values")
      default:
        hasUnknownFields = true
        continue
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
