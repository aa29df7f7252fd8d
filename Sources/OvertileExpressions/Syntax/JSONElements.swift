import OvertileCore

/// Reads the elements of a JSON array, such as a property that is a list of tags, and the members of an object.
///
/// The text is minified and valid, as the reader of features and `CanonicalJSON` write it; other text results in nil.
enum JSONElements {
  /// The elements in order, nested ones as their text; nil if the text is not an array. O(length).
  static func elements(of text: String) -> [PropertyValue]? { values(in: text, from: "[", to: "]") }

  /// The members in order, nested ones as their text; nil if the text is not an object. O(length).
  static func members(of text: String) -> [(key: String, value: PropertyValue)]? {
    guard let values = values(in: text, from: "{", to: "}"), values.count % 2 == 0 else { return nil }
    var members: [(key: String, value: PropertyValue)] = []
    members.reserveCapacity(values.count / 2)
    for index in stride(from: 0, to: values.count, by: 2) {
      guard case .string(let key) = values[index] else { return nil }
      members.append((key, values[index + 1]))
    }
    return members
  }

  /// The values between an opening and a closing bracket, of an object keys and values by turns; nil if the text is not in
  /// brackets.
  private static func values(
    in text: String, from open: Unicode.Scalar, to close: Unicode.Scalar
  ) -> [PropertyValue]? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes[0] == UInt8(ascii: open), bytes.last == UInt8(ascii: close) else { return nil }
    let inner = bytes[1..<(bytes.count - 1)]
    if inner.allSatisfy(isSpace) { return [] }
    var (values, start, depth, isInString, isEscaped) = ([PropertyValue](), 1, 0, false, false)
    for (index, byte) in zip(inner.indices, inner) {
      let isPlain = !isEscaped
      isEscaped = isInString && isPlain && byte == UInt8(ascii: "\\")
      switch byte {
      case UInt8(ascii: "\"") where isPlain: isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case _ where depth == 0 && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")):
        guard let value = value(inner[start..<index]) else { return nil }
        values.append(value)
        start = index + 1
      default: break
      }
    }
    return value(inner[start...]).map { values + [$0] }
  }

  private static func value(_ part: ArraySlice<UInt8>) -> PropertyValue? {
    guard let last = part.lastIndex(where: { !isSpace($0) }) else { return nil }
    let bytes = part[...last].drop(while: isSpace)
    let text = String(decoding: bytes, as: UTF8.self)
    switch bytes.first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return .json(text)
    case UInt8(ascii: "\""):
      guard bytes.contains(UInt8(ascii: "\\")) else { return .string(String(text.dropFirst().dropLast())) }
      return (try? ExactJSON.decode(String.self, from: Array(bytes))).map(PropertyValue.string)
    default: break
    }
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      return Int64(text).map(PropertyValue.int) ?? UInt64(text).map(PropertyValue.uint)
        ?? JavaScriptText.number(in: text)?.propertyValue
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}

extension PropertyValue {
  /// The elements of a list; nil for any other value. O(length).
  var elements: [PropertyValue]? {
    if case .json(let text) = self { JSONElements.elements(of: text) } else { nil }
  }
}
