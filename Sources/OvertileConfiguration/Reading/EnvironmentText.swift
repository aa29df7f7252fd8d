/// Substitutes environment variables in text: `${NAME}`, `${NAME:-default}`; `$${` means `${` itself.
enum EnvironmentText {
  /// The reason that a text could not be completed.
  enum Failure: Error, Equatable {
    case unset(String)
    case malformed
  }

  /// The text with every variable replaced. An empty variable counts as unset if there is a default, as in a shell.
  static func substitute(_ text: String, _ environment: [String: String]) throws(Failure) -> String {
    var (result, rest) = ("", Substring(text))
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$${") {
        result += "${"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("${") {
        guard let end = rest.firstIndex(of: "}") else { throw .malformed }
        result += try value(rest.dropFirst(2).prefix(upTo: end), environment, in: result)
        rest = rest[rest.index(after: end)...]
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// The value of a variable. One that is a secret by its name is remembered, and in a connection to a database it stays one
  /// value, whatever is in it.
  private static func value(
    _ reference: Substring, _ environment: [String: String], in text: String
  ) throws(Failure) -> String {
    let name = reference.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let rest = reference.dropFirst(name.count)
    guard let first = name.first, !first.isNumber, rest.isEmpty || rest.hasPrefix(":-") else { throw .malformed }
    var value = environment[String(name)]
    if rest.isEmpty {
      guard value != nil else { throw .unset(String(name)) }
    } else if value?.isEmpty != false {
      value = String(rest.dropFirst(2))
    }
    guard let value, SecretRanges.isSecret(name: name) else { return value ?? "" }
    var written = ConnectionText.takesEscapes(text) ? ConnectionText.escaped(value) : value
    // An empty value would take what follows for its own.
    if value.isEmpty, ConnectionText.takesEscapes(text), text.hasSuffix("=") { written = "''" }
    SecretText.remember([value, written])
    return written
  }
}
