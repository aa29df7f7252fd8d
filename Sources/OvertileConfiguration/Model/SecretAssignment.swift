/// An assignment of a password in a text: `password=...`, `API_KEY = '...'`.
struct SecretAssignment {
  /// The name, as written.
  let name: Substring
  /// The value, with its quotes.
  let value: Substring

  /// The value without its quotes.
  var unquotedValue: Substring {
    guard value.count >= 2, let first = value.first, "'\"".contains(first), value.last == first else { return value }
    return value.dropFirst().dropLast()
  }

  /// The range of the whole assignment in its text.
  var range: Range<String.Index> { name.startIndex..<value.endIndex }

  /// The assignments of a text, in order. O(text).
  static func all(in text: String) -> [SecretAssignment] {
    var found: [SecretAssignment] = []
    var rest = text[...]
    while let sign = rest.firstIndex(of: "=") {
      let after = text[text.index(after: sign)...]
      let assignment = name(endingAt: rest[..<sign]).flatMap { name in
        value(beginningAt: after.drop(while: \.isWhitespace)).map { SecretAssignment(name: name, value: $0) }
      }
      if let assignment { found.append(assignment) }
      rest = text[(assignment?.value.endIndex ?? after.startIndex)...]
    }
    return found
  }

  /// Whether a name says that its value is a password: "db_password", "apiKey".
  static func isSecret(name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return words.contains { name.contains($0) }
  }

  /// Whether an option takes a password: its name ends with such a word.
  static func isSecret(option: String) -> Bool {
    let name = option.lowercased()
    return option.hasPrefix("-") && option.allSatisfy(isOfName) && words.contains { name.hasSuffix($0) }
  }

  private static let words = [
    "password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "api_key", "api-key", "accesskey",
    "access_key", "access-key",
  ]

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "-"
  }

  private static func name(endingAt text: Substring) -> Substring? {
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex
    let start = text[..<end].lastIndex { !isOfName($0) }.map { text.index(after: $0) } ?? text.startIndex
    let name = text[start..<end]
    return isSecret(name: name) ? name : nil
  }

  private static func value(beginningAt text: Substring) -> Substring? {
    guard let first = text.first else { return nil }
    guard first == "'" || first == "\"" else {
      let value = text.prefix { !$0.isWhitespace && !"'\"&;".contains($0) }
      return value.isEmpty ? nil : value
    }
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if text[index] == first, !isEscaped { return text[...index] }
      isEscaped = first == "'" && text[index] == "\\" && !isEscaped
    }
    return nil
  }
}
