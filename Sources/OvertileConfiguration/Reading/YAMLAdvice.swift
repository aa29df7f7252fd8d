import OvertileExpressions

/// Explains a mistake in YAML to the person who made it.
enum YAMLAdvice {
  /// The parser's message, with advice if the mistake is a common one.
  ///
  /// - Parameters:
  ///   - problem: the parser's message.
  ///   - line: the line where it stopped, or an empty text.
  ///   - start: the start of the part that it was reading.
  static func text(_ problem: String, line: String, start: SourcePosition?) -> String {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    if indent.contains("\t") { return "; indent with spaces instead of tabs" }
    if problem.contains("mapping values are not allowed") {
      return "; quote text that contains a colon and a space, and indent a key as far as its neighbors"
    }
    if problem.contains("unexpected end of stream"), let start { return "; the quote at \(start) is not closed" }
    if problem.contains("expected ',' or '}'") || problem.contains("expected ',' or ']'") {
      return line.contains("${")
        ? "; inside {...} or [...], put ${NAME} in quotes: \"${NAME}\""
        : "; check for a missing comma, quote or bracket before this position"
    }
    if problem.contains("did not find expected key") || problem.contains("did not find expected '-'") {
      return "; indent this line as far as the lines above it"
    }
    if problem.contains("cannot start any token") { return "; quote text that begins with @, `, % or a tab" }
    return ""
  }
}
