import OvertileInspection

/// Texts that a terminal shows as they are meant, whatever file names or features are in them.
enum TerminalText {
  /// The text with escapes, as in JSON, for characters that could move the cursor, change colors or reorder the text: control
  /// characters except the line feed, and those that set the direction of writing. O(text).
  static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    return text.unicodeScalars.map { isUnsafe($0) ? escape($0) : String($0) }.joined()
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
    default: "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
    }
  }
}
