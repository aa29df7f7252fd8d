import OvertileCore

/// Reads the elements of a JSON array, such as a property that is a list of tags, and the members of an object.
///
/// The text is minified and valid, as the reader of features and `CanonicalJSON` write it; other text results in nil.
enum JSONElements {
  /// The elements in order, nested ones as their text; nil if the text is not an array. O(length).
  static func elements(of text: String) -> [PropertyValue]? {
    guard let parts = parts(of: text, from: UInt8(ascii: "["), to: UInt8(ascii: "]")) else { return nil }
    var values: [PropertyValue] = []
    values.reserveCapacity(parts.count)
    for part in parts {
      guard let value = value(part) else { return nil }
      values.append(value)
    }
    return values
  }

  /// The members in order, nested ones as their text; nil if the text is not an object. O(length).
  static func members(of text: String) -> [(key: String, value: PropertyValue)]? {
    guard let parts = parts(of: text, from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) else { return nil }
    var members: [(key: String, value: PropertyValue)] = []
    members.reserveCapacity(parts.count)
    for part in parts {
      let pair = split(part, at: UInt8(ascii: ":"))
      guard pair.count == 2, case .string(let key)? = value(pair[0]), let value = value(pair[1]) else { return nil }
      members.append((key, value))
    }
    return members
  }

  /// The text between an opening and a closing bracket, split at its commas; nil if the text is not in brackets.
  private static func parts(of text: String, from open: UInt8, to close: UInt8) -> [ArraySlice<UInt8>]? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes[0] == open, bytes[bytes.count - 1] == close else { return nil }
    let inner = bytes[1..<(bytes.count - 1)]
    return inner.allSatisfy(isSpace) ? [] : split(inner, at: UInt8(ascii: ","))
  }

  /// The text between the separators that are not inside a string, array or object.
  private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var (parts, start, depth, inString, escaped) = ([ArraySlice<UInt8>](), bytes.startIndex, 0, false, false)
    for (index, byte) in zip(bytes.indices, bytes) {
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case separator where depth == 0:
        parts.append(bytes[start..<index])
        start = index + 1
      default: break
      }
    }
    return parts + [bytes[start...]]
  }

  private static func value(_ part: ArraySlice<UInt8>) -> PropertyValue? {
    let bytes = trimmed(part)
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case "": return nil
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    switch bytes.first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return .json(text)
    case UInt8(ascii: "\""): return unescaped(bytes.dropFirst().dropLast()).map(PropertyValue.string)
    default:
      return Int64(text).map(PropertyValue.int) ?? UInt64(text).map(PropertyValue.uint)
        ?? JavaScriptText.number(in: text)?.propertyValue
    }
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    var rest = Substring(String(decoding: bytes, as: UTF8.self)).utf16
    while let unit = rest.popFirst() {
      guard unit == UInt16(UInt8(ascii: "\\")) else {
        units.append(unit)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if let plain = escapes[escape] {
        units.append(plain)
      } else {
        guard escape == UInt16(UInt8(ascii: "u")), let code = UInt16(Substring(rest.prefix(4)), radix: 16) else {
          return nil
        }
        units.append(code)
        rest = rest.dropFirst(4)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static let escapes: [UInt16: UInt16] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
  ]

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let head = bytes.drop(while: isSpace)
    return head.prefix(head.count - head.reversed().prefix(while: isSpace).count)
  }
}

extension PropertyValue {
  /// The elements of a list; nil for any other value. O(length).
  var elements: [PropertyValue]? {
    if case .json(let text) = self { JSONElements.elements(of: text) } else { nil }
  }
}
