/// Passwords in texts for people: they are never shown.
package enum SecretText {
  /// The replacement of a secret.
  package static let mask = "***"

  /// The text without values of passwords (`password=...`, `token=...`) and without passwords of URLs. O(text).
  package static func masked(_ text: String) -> String {
    text.replacing(assignment) { match in "\(match.1)=\(mask)" }
      .replacing(userInformation) { match in "://\(match.1):\(mask)@" }
  }

  /// A command line for people: arguments with spaces in quotes, without secrets, at most 1,000 characters.
  package static func shown(_ arguments: [String]) -> String {
    var words: [String] = []
    for (index, argument) in arguments.enumerated() {
      let isSecret = index > 0 && isPasswordOption(arguments[index - 1])
      let word = isSecret ? mask : masked(argument)
      words.append(word.isEmpty || word.contains(where: { $0.isWhitespace || $0 == "'" }) ? "\"\(word)\"" : word)
    }
    let text = words.joined(separator: " ")
    return text.count <= 1000 ? text : text.prefix(1000) + "…"
  }

  /// The secrets in a command line, for removing them from the command's output.
  package static func secrets(_ arguments: [String]) -> [String] {
    var secrets: [String] = []
    for (index, argument) in arguments.enumerated() {
      if index > 0, isPasswordOption(arguments[index - 1]) { secrets.append(argument) }
      secrets += argument.matches(of: assignment).map { unquoted($0.2) }
      secrets += argument.matches(of: userInformation).map { String($0.2) }
    }
    // Shorter ones would remove parts of ordinary words.
    return secrets.filter { $0.count >= 4 }
  }

  nonisolated(unsafe) private static let assignment =
    #/
      (?i) ([\w\-]* (?:password|passwd|passphrase|pwd|secret|token|api[_\-]?key|access[_\-]?key) [\w\-]*)
      \s* = \s* ('(?:[^'\\]|\\.)*' | "[^"]*" | [^\s'"&;]+)
    /#
  nonisolated(unsafe) private static let userInformation = #/://([^\s:/@]*):([^\s/]+)@/#
  nonisolated(unsafe) private static let option =
    #/(?i)--?[\w-]*(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key)/#

  private static func isPasswordOption(_ argument: String) -> Bool { argument.wholeMatch(of: option) != nil }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, let first = text.first, "'\"".contains(first), text.last == first else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }
}
