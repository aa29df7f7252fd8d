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
    /// A group. No message of a vector tile has groups, so its fields are skipped.
    case group
    case fourBytes(UInt32)
  }

  /// The deepest nesting of groups that is accepted.
  private static let deepestGroup = 100

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
    let (number, wireType) = try tag()
    guard wireType != 4 else { throw damaged("the end of a group has no matching start") }
    return (number, try value(wireType, of: number, depth: 0))
  }

  /// Returns the next number of a packed field; nil at its end.
  mutating func packedNumber() throws(VectorTileError) -> UInt32? {
    guard position < end else { return nil }
    // Like a uint32 in protobuf: bits above the lowest 32 are discarded.
    return UInt32(truncatingIfNeeded: try varint())
  }

  private mutating func tag() throws(VectorTileError) -> (number: UInt64, wireType: UInt64) {
    let tag = try varint()
    guard tag >> 3 > 0 else { throw damaged("a field has the number 0") }
    return (tag >> 3, tag & 7)
  }

  /// Reads a value inside some groups.
  private mutating func value(_ wireType: UInt64, of number: UInt64, depth: Int) throws(VectorTileError) -> Value {
    switch wireType {
    case 0: return .varint(try varint())
    case 1: return .eightBytes(try littleEndian(byteCount: 8))
    case 2:
      let length = try varint()
      guard length <= UInt64(end - position) else { throw damaged("a field of \(length) bytes is truncated") }
      defer { position += Int(length) }
      return .bytes(position..<position + Int(length))
    case 3:
      guard depth < Self.deepestGroup else { throw damaged("groups are nested more than \(Self.deepestGroup) deep") }
      try skipGroup(number, depth: depth + 1)
      return .group
    case 5: return .fourBytes(UInt32(truncatingIfNeeded: try littleEndian(byteCount: 4)))
    default: throw damaged("\(wireType) is not a valid protobuf wire type")
    }
  }

  private mutating func skipGroup(_ number: UInt64, depth: Int) throws(VectorTileError) {
    while true {
      guard position < end else { throw damaged("a group is truncated") }
      let (inner, wireType) = try tag()
      if wireType == 4 {
        guard inner == number else { throw damaged("the end of a group has no matching start") }
        return
      }
      _ = try value(wireType, of: inner, depth: depth)
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
      case .group: 3
      case .fourBytes: 5
      }
    return VectorTileError(
      code: .message, reason: "the field \"\(name)\" has the wrong wire type \(wireType)")
  }
}
