extension Unicode.Scalar {
  /// Whether the character could move a cursor, change colors, break lines or reorder a text: control characters and
  /// those that separate lines or set the direction of writing.
  package var isHarmful: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }

  /// The character as an escape that people can read.
  package var escape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}
