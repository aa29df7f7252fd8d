/// Substitutes environment variables in text: `${NAME}`, `${NAME:-default}`; `$${` means `${` itself.
enum EnvironmentText {
  /// The reason that a text could not be completed.
  struct Failure: Error, Equatable {
    let reason: String

    static let malformed = Failure(
      reason: "invalid reference to a variable; write ${NAME} or ${NAME:-default}, or $${ for a literal ${")
  }

  /// The text with every variable replaced. An empty variable counts as unset if there is a default, as in a shell.
  static func substitute(_ text: String, _ environment: [String: String]) throws(Failure) -> String {
    // The form takes longer to be made than a file of plain texts to be read.
    guard text.contains("$") else { return text }
    let form = #/\$(?:\$\{|\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})?)?/#.matchingSemantics(.unicodeScalar)
    var (result, rest) = ("", Substring(text))
    while let dollar = rest.firstIndex(of: "$"), let match = rest[dollar...].prefixMatch(of: form) {
      result += rest[..<dollar]
      rest = rest[match.range.upperBound...]
      if let name = match.1 {
        result += try value(of: String(name), or: match.2, environment, after: result)
      } else if match.0 == "${" {
        throw .malformed
      } else {
        result += match.0 == "$" ? "$" : "${"
      }
    }
    return result + rest
  }

  /// The value of a variable. One that is a secret by its name is remembered, and in a connection to a database it stays one
  /// value, whatever is in it.
  private static func value(
    of name: String, or standard: Substring?, _ environment: [String: String], after text: String
  ) throws(Failure) -> String {
    var value = environment[name]
    if let standard, value?.isEmpty != false { value = String(standard) }
    guard let value else {
      let hint = "set the variable, or provide a default with ${\(name):-default}"
      throw Failure(reason: "the environment variable \(name) is not set; \(hint)")
    }
    guard SecretRanges.isSecret(name: name) else { return value }
    var written = ConnectionText.takesEscapes(text) ? ConnectionText.escaped(value) : value
    // An empty value would take what follows for its own.
    if value.isEmpty, ConnectionText.takesEscapes(text), text.hasSuffix("=") { written = "''" }
    SecretText.remember([value, written])
    return written
  }
}
