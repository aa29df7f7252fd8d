import Expressions

/// Collects what is wrong while a configuration is read, and knows where the reading is.
struct ProblemLog {
  private let lines: [Substring]
  private let origins: [String]
  private(set) var problems: [ConfigurationProblem] = []
  /// The keys that lead to what is being read.
  private(set) var path: [String] = []

  init(text: String, origins: [String] = []) {
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    self.origins = origins
  }

  /// Reads something below a key.
  mutating func below<R>(_ key: String, _ body: (inout ProblemLog) -> R) -> R {
    path.append(key)
    defer { path.removeLast() }
    return body(&self)
  }

  /// Notes a problem with what is being read, or with a key below it.
  mutating func note(
    _ code: ConfigurationProblem.Code, at position: SourcePosition, _ reason: String, key: String? = nil
  ) {
    let line = position.line - 1
    problems.append(
      ConfigurationProblem(
        code: code, position: position, keyPath: (path + (key.map { [$0] } ?? [])).joined(separator: "."),
        reason: reason, sourceLine: lines.indices.contains(line) ? String(lines[line]) : "",
        origin: position.line == 0 && origins.indices.contains(position.column - 1)
          ? origins[position.column - 1] : nil))
  }
}
