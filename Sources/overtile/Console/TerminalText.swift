/// Texts that a terminal shows as they are meant, whatever file names or features are in them.
enum TerminalText {
  /// The text with escapes for characters that could move the cursor, change colors or reorder the text: control
  /// characters except the line feed, and those that set the direction of writing. O(text).
  static func safe(_ text: String) -> String { text.escaping(isUnsafe, escape) }

  /// The same in a JSON text, in which such characters are in strings only: escaped as in JSON.
  static func safe(json text: String) -> String {
    text.escaping(isUnsafe) { scalar in "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst() }
  }

  /// The same on one line: line feeds are escaped, too.
  static func line(_ text: String) -> String {
    safe(text).replacing("\n", with: "\\n")
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true  // C0 and C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // marks, embeddings, isolates
    case 0x2028, 0x2029: true  // separators of lines and paragraphs
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\t": return "\\t"
    case "\r": return "\\r"
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u{\(digits)}"
    }
  }
}

extension String {
  /// The text with some of its scalars escaped.
  fileprivate func escaping(
    _ isConcerned: (Unicode.Scalar) -> Bool, _ escape: (Unicode.Scalar) -> String
  ) -> String {
    guard unicodeScalars.contains(where: isConcerned) else { return self }
    return unicodeScalars.map { isConcerned($0) ? escape($0) : String($0) }.joined()
  }
}
