/// Passwords in texts for people: they are never shown.
package enum SecretText {
  /// The replacement of a secret.
  package static let mask = "***"

  /// The text without values of passwords (`password=...`, `token=...`) and without passwords of URLs. O(text).
  package static func masked(_ text: String) -> String {
    var masked = ""
    var rest = text[...]
    for assignment in SecretAssignment.all(in: text) {
      masked += rest[..<assignment.range.lowerBound] + "\(assignment.name)=\(mask)"
      rest = text[assignment.range.upperBound...]
    }
    return (masked + rest).replacing(userInformation) { match in "://\(match.1):\(mask)@" }
  }

  /// A command line for people: arguments with spaces in quotes, without secrets, at most 1,000 characters.
  package static func shown(_ arguments: [String]) -> String {
    var words: [String] = []
    for (index, argument) in arguments.enumerated() {
      let isSecret = index > 0 && SecretAssignment.isSecret(option: arguments[index - 1])
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
      if index > 0, SecretAssignment.isSecret(option: arguments[index - 1]) { secrets.append(argument) }
      secrets += SecretAssignment.all(in: argument).map { String($0.unquotedValue) }
      secrets += argument.matches(of: userInformation).map { String($0.2) }
    }
    // Shorter ones would remove parts of ordinary words.
    return secrets.filter { $0.count >= 4 }
  }

  nonisolated(unsafe) private static let userInformation = #/://([^\s:/@]*):([^\s/]+)@/#
}
