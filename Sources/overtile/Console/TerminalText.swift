import OvertileInspection

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

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && scalar.isHarmful }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\t": "\\t"
    case "\r": "\\r"
    default: scalar.escape
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
