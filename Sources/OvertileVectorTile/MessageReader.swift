import OvertileCore

/// Reads the fields of one protobuf message, in the order of its bytes. Source: the protobuf encoding.
///
/// No bytes are copied: a length-delimited field is a range of bytes.
struct MessageReader {
  /// A field's value by its wire type.
  enum Value {
    case varint(UInt64)
    case eightBytes(UInt64)
    case bytes(Range<Int>)
    case fourBytes(UInt32)
  }

  let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (position, end) = (range.lowerBound, range.upperBound)
  }

  /// Returns the next field's number, from 1, and its value; nil at the end of the message.
  mutating func next() throws(VectorTileError) -> (number: UInt64, value: Value)? {
    guard position < end else { return nil }
    let tag = try varint()
    guard tag >> 3 > 0 else { throw damaged("a field has the number 0") }
    return (tag >> 3, try value(tag & 7))
  }

  /// Returns the next number of a packed field; nil at its end.
  mutating func packedNumber() throws(VectorTileError) -> UInt32? {
    guard position < end else { return nil }
    // Like a uint32 in protobuf: bits above the lowest 32 are discarded.
    return UInt32(truncatingIfNeeded: try varint())
  }

  /// Reads a value. Groups, the wire types 3 and 4, are in no version of vector tiles, and protobuf gave them up.
  private mutating func value(_ wireType: UInt64) throws(VectorTileError) -> Value {
    switch wireType {
    case 0: return .varint(try varint())
    case 1: return .eightBytes(try littleEndian(byteCount: 8))
    case 2:
      let length = try varint()
      guard length <= UInt64(end - position) else { throw damaged("a field of \(length) bytes is truncated") }
      defer { position += Int(length) }
      return .bytes(position..<position + Int(length))
    case 5: return .fourBytes(UInt32(truncatingIfNeeded: try littleEndian(byteCount: 4)))
    default: throw damaged("a field has the wire type \(wireType), which is not supported")
    }
  }

  private mutating func varint() throws(VectorTileError) -> UInt64 {
    do {
      return try Varint.read {
        guard position < end else { return nil }
        defer { position += 1 }
        return bytes[position]
      }
    } catch {
      throw damaged(error == .cutShort ? "a number is truncated" : "a number has more than 64 bits")
    }
  }

  private mutating func littleEndian(byteCount: Int) throws(VectorTileError) -> UInt64 {
    guard end - position >= byteCount else { throw damaged("a field of \(byteCount) bytes is truncated") }
    defer { position += byteCount }
    return bytes[position..<position + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func damaged(_ reason: String) -> VectorTileError { VectorTileError(code: .message, reason: reason) }
}

extension MessageReader {
  /// The text of a field.
  func text(_ range: Range<Int>) throws(VectorTileError) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    // Bytes that are not UTF-8 were replaced, so the two differ.
    guard text.utf8.elementsEqual(bytes[range]) else { throw damaged("a string is not valid UTF-8") }
    return text
  }

  /// The error for a field with another wire type than in the specification, such as an extent that is a text.
  ///
  /// Protobuf's libraries skip such fields and use the default: an unreadable extent would silently be 4096. Fields
  /// that the specification does not define are skipped, as it requires.
  static func wrongType(_ value: Value, of name: String) -> VectorTileError {
    let wireType =
      switch value {
      case .varint: 0
      case .eightBytes: 1
      case .bytes: 2
      case .fourBytes: 5
      }
    return VectorTileError(
      code: .message, reason: "the field \"\(name)\" has the wrong wire type \(wireType)")
  }
}
