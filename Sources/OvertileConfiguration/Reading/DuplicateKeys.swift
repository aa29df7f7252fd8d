import Yams

/// Lets a text with duplicate keys be parsed: the parser stops at the first one, so its earlier occurrence is renamed to
/// something that no file contains, and the parse repeated.
struct DuplicateKeys {
  private(set) var text: String
  private var names: [String] = []

  /// Characters of a private use area, one per hidden key.
  private static let first: UInt32 = 0xF0000
  /// The most keys that are hidden, and the most bytes that are parsed again for them: each costs another parse.
  private static let (limit, byteLimit) = (100, 16 << 20)

  init(_ text: String) {
    self.text = text
  }

  /// Renames the key at a position; false if the end of the key cannot be determined.
  mutating func hide(at mark: Mark) -> Bool {
    guard names.count < Self.limit, (names.count + 1) * text.utf8.count <= Self.byteLimit,
      let placeholder = Unicode.Scalar(Self.first + UInt32(names.count))
    else {
      return false
    }
    var scalars = Array(text.unicodeScalars)
    guard let start = Self.offset(of: mark, in: scalars) else { return false }
    let quote: Unicode.Scalar? = scalars[start] == "\"" || scalars[start] == "'" ? scalars[start] : nil
    let begin = quote == nil ? start : start + 1
    let end = scalars[begin...].firstIndex { scalar in
      scalar == "\\" || scalar == "\n" || (quote == nil ? scalar == ":" : scalar == quote)
    }
    guard let end, end > begin, scalars[end] == (quote ?? ":") else { return false }
    let name = String(String.UnicodeScalarView(scalars[begin..<end])).trimmingSpaces
    // As long as before, so that every position in the file stays the same.
    scalars.replaceSubrange(begin..<end, with: Array(repeating: placeholder, count: end - begin))
    text = String(String.UnicodeScalarView(scalars))
    names.append(name)
    return true
  }

  /// The name that a hidden key had, or nil for any other key.
  func name(ofHidden key: String) -> String? {
    guard let scalar = key.unicodeScalars.first, scalar.value >= Self.first else { return nil }
    let index = Int(scalar.value - Self.first)
    return names.indices.contains(index) ? names[index] : nil
  }

  private static func offset(of mark: Mark, in scalars: [Unicode.Scalar]) -> Int? {
    var (line, start) = (1, 0)
    for (index, scalar) in scalars.enumerated() where line < mark.line && scalar == "\n" {
      line += 1
      start = index + 1
    }
    let offset = start + mark.column - 1
    return line == mark.line && scalars.indices.contains(offset) ? offset : nil
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
