extension NamedValues: Decodable where Value: Decodable {
  /// Reads an object. Names that Unicode calls equivalent stay separate if `ExactJSON` reads them.
  public init(from decoder: any Decoder) throws {
    let marker = ExactNames.key.flatMap { decoder.userInfo[$0] as? Unicode.Scalar }
    let container = try decoder.container(keyedBy: NameKey.self)
    self.init()
    for key in container.allKeys {
      self[ExactNames.name(key.stringValue, marker)] = try container.decode(Value.self, forKey: key)
    }
  }
}

extension NamedValues: Encodable where Value: Encodable {
  /// Writes an object. Names that Unicode calls equivalent stay separate if `ExactJSON` writes them.
  public func encode(to encoder: any Encoder) throws {
    let marker = ExactNames.key.flatMap { encoder.userInfo[$0] as? Unicode.Scalar }
    var container = encoder.container(keyedBy: NameKey.self)
    var spellings: [String: Int] = [:]
    for (name, value) in self {
      let earlier = spellings[name, default: 0]
      spellings[name] = earlier + 1
      try container.encode(value, forKey: NameKey(stringValue: ExactNames.marked(name, earlier, marker)))
    }
  }
}

/// Any name as the key of an object.
private struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Marks that keep names separate in readers that treat equivalent names as equal, such as Foundation's JSON.
///
/// The first of such names in one object, by its bytes, stays unchanged; a scalar that occurs nowhere in the text
/// follows the second once, the third twice, and so on.
enum ExactNames {
  /// The key of the scalar in an encoder or decoder.
  static let key = CodingUserInfoKey(rawValue: "overtile.exact-names")

  /// The scalar that is tried first.
  static let usual: Unicode.Scalar = "\u{10FFFD}"

  /// A name with the marks that distinguish it from equivalent ones before it.
  static func marked(_ name: String, _ earlier: Int, _ marker: Unicode.Scalar?) -> String {
    guard earlier > 0, let marker else { return name }
    return name + String(repeating: String(Character(marker)), count: earlier)
  }

  /// A name without its marks.
  static func name(_ marked: String, _ marker: Unicode.Scalar?) -> String {
    guard let marker, marked.unicodeScalars.last == marker else { return marked }
    var name = marked.unicodeScalars
    while name.last == marker { name.removeLast() }
    return String(name)
  }

  /// A private scalar that a text in UTF-8 has neither as such nor as an escape sequence. O(bytes), mostly once.
  static func marker(for text: [UInt8]) -> Unicode.Scalar {
    for value in (UInt32(0x10_0000)...0x10_FFFD).reversed() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let pair = Array(String(Character(scalar)).utf16)
      let escape = pair.map { "\\u" + String($0, radix: 16) }.joined()
      if !text.holds(Array(String(Character(scalar)).utf8)), !text.holds(Array(escape.utf8)) { return scalar }
    }
    return usual
  }
}

extension [UInt8] {
  /// Whether some bytes occur in these, ASCII letters in either case. O(n) for bytes that begin rarely.
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    return withUnsafeBufferPointer { bytes in
      (0...(bytes.count - part.count)).contains { start in
        bytes[start] == first && part.indices.allSatisfy { lower(bytes[start + $0]) == part[$0] }
      }
    }
  }

  /// The bytes without every occurrence of some others. O(n).
  func removing(_ part: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(count)
    var index = 0
    while index < count {
      if self[index] == part[0], index + part.count <= count, self[index..<index + part.count].elementsEqual(part) {
        index += part.count
      } else {
        kept.append(self[index])
        index += 1
      }
    }
    return kept
  }
}
