import OvertileExpressions

/// Explains a mistake in YAML to the person who made it.
enum YAMLAdvice {
  /// The parser's message, with advice if the mistake is a common one.
  ///
  /// - Parameters:
  ///   - problem: the parser's message.
  ///   - line: the line where it stopped, if there is one.
  ///   - start: the start of the part that it was reading.
  static func text(_ problem: String, line: Substring?, start: SourcePosition?) -> String {
    let line = line ?? ""
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    if indent.contains("\t") { return "; a tab cannot indent here: write spaces" }
    if problem.contains("mapping values are not allowed") {
      return "; a text with a colon and a space needs quotes, and a key is indented as far as its neighbors"
    }
    if problem.contains("unexpected end of stream"), let start { return "; the quote at \(start) is not closed" }
    if problem.contains("expected ',' or '}'") || problem.contains("expected ',' or ']'") {
      return line.contains("${")
        ? "; ${NAME} within {...} or [...] needs quotes: \"${NAME}\""
        : "; is a comma, a quote or a bracket missing before this?"
    }
    if problem.contains("did not find expected key") || problem.contains("did not find expected '-'") {
      return "; the line must be indented as far as its neighbors above"
    }
    if problem.contains("cannot start any token") { return "; a text that begins with @, `, % or a tab needs quotes" }
    return ""
  }
}
