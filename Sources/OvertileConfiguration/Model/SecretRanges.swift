/// The ranges of secrets in a text: values of `password=...`, `API_KEY = '...'`, `Authorization: ...`, of options, and passwords of
/// users.
enum SecretRanges {
  /// The ranges in any text, in order, none within another. O(text).
  ///
  /// - Parameter isAddress: whether the text is one address, whose password may have any letters.
  static func all(in text: String, isAddress: Bool = false) -> [Range<String.Index>] {
    var found = addresses(in: text)
    if isAddress, let match = text.firstMatch(of: wholeAddress) { found.append(match.1.startIndex..<match.1.endIndex) }
    found += text.matches(of: quoted).map { $0.1.startIndex..<$0.1.endIndex }
    for match in text.matches(of: userOption) {
      let (quote, rest) = (match.1.first, text[match.range.upperBound...])
      let end = quote.flatMap { rest.firstIndex(of: $0) } ?? rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
      if end > rest.startIndex { found.append(rest.startIndex..<end) }
    }
    return apart(found + assignments(in: text))
  }

  /// The ranges in the addresses of a text: passwords of users, and values of a query. O(text).
  static func addresses(in text: String) -> [Range<String.Index>] {
    let users = text.matches(of: userInformation).map { $0.1.startIndex..<$0.1.endIndex }
    let values = text.matches(of: queryValue).filter { isSecret(name: $0.1) || queryNames.contains($0.1.lowercased()) }
    return apart(users + values.map { $0.2.startIndex..<$0.2.endIndex })
  }

  /// The ranges in an argument of a command.
  ///
  /// - Parameter option: the argument before it, which may be an option that it belongs to.
  static func all(in argument: String, after option: String) -> [Range<String.Index>] {
    if isSecret(option: option) || ["-b", "--cookie"].contains(option) {
      return argument.isEmpty ? [] : [argument.startIndex..<argument.endIndex]
    }
    let isUser = ["-u", "-U", "--user", "--proxy-user"].contains(option)
    guard let colon = argument.firstIndex(of: ":"), isUser || isSecret(header: argument[..<colon]),
      let start = argument[colon...].dropFirst().firstIndex(where: { !$0.isWhitespace })
    else { return all(in: argument) }
    return [start..<argument.endIndex]
  }

  /// Whether a name says that its value is a password: "db_password", "apiKey", "X-Amz-Signature".
  static func isSecret(name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return words.contains { name.contains($0) } || name == "sig" || name.hasSuffix("signature")
  }

  /// Whether an option, or the name of a setting, takes a password: it ends with such a word.
  private static func isSecret(option: String) -> Bool {
    let name = option.lowercased()
    return option.allSatisfy(isOfName) && words.contains { name.hasSuffix($0) }
  }

  private static func isSecret(header name: Substring) -> Bool {
    let lower = name.lowercased()
    return lower.hasSuffix("authorization") || lower.hasSuffix("auth") || lower.hasSuffix("cookie")
      || (!name.contains("=") && isSecret(name: name))
  }

  private static let words = [
    "password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "api_key", "api-key", "accesskey",
    "access_key", "access-key", "bearer",
  ]
  private static let queryNames: Set<String> = ["key", "sig", "sid", "auth", "code"]

  nonisolated(unsafe) private static let userInformation = #/://[^\s:/@]*:([^\s/]+)@/#
  nonisolated(unsafe) private static let wholeAddress = #/://[^:@/]*:(.+)@/#
  nonisolated(unsafe) private static let queryValue = #/[?&]([\w.-]+)=([^&\s'\x22]+)/#
  nonisolated(unsafe) private static let quoted = #/(?i)\b(?:secret|password|token)\s+('[^']*')/#
  nonisolated(unsafe) private static let userOption =
    #/(?:^|\s)(?:-[uU]|--(?:proxy-)?user[\s=])[\s=]*(['\x22]?)[^\s:'\x22]*:/#

  private static func apart(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    var apart: [Range<String.Index>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where (apart.last?.upperBound ?? range.lowerBound) <= range.lowerBound {
      apart.append(range)
    }
    return apart
  }

  private static func assignments(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var rest = text[...]
    while let sign = rest.firstIndex(where: { $0 == "=" || $0 == ":" }) {
      let after = rest[rest.index(after: sign)...]
      let value = value(after, named: name(endingAt: rest[..<sign]), isHeader: rest[sign] == ":")
      if let value { found.append(value.startIndex..<value.endIndex) }
      rest = text[(value?.endIndex ?? after.startIndex)...]
    }
    return found
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "-"
  }

  /// The name in front of a sign, which may be in quotes.
  private static func name(endingAt text: Substring) -> Substring {
    var end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex
    if let quote = text[..<end].last, "'\"".contains(quote) { end = text.index(before: end) }
    let start = text[..<end].lastIndex { !isOfName($0) }.map { text.index(after: $0) } ?? text.startIndex
    return text[start..<end]
  }

  private static func value(_ text: Substring, named name: Substring, isHeader: Bool) -> Substring? {
    guard isHeader ? isSecret(header: name) : isSecret(name: name) else { return nil }
    let text = text.drop { $0.isWhitespace && !$0.isNewline }
    guard let first = text.first, !isHeader || !text.hasPrefix("//") else { return nil }
    var isEscaped = false
    if "'\"".contains(first) {
      // A quote is doubled in SQL.
      var isDoubled = false
      for index in text.indices.dropFirst() {
        if isDoubled {
          isDoubled = false
        } else if text[index] == first, !isEscaped {
          isDoubled = text[text.index(after: index)...].first == first
          if !isDoubled { return text[...index] }
        }
        isEscaped = text[index] == "\\" && !isEscaped
      }
      return text
    }
    // A header ends with its line.
    let value = text.prefix { character in
      defer { isEscaped = character == "\\" && !isEscaped }
      return isHeader
        ? !character.isNewline && !"'\"".contains(character)
        : isEscaped || !character.isWhitespace && !"'\"&;".contains(character)
    }
    return value.isEmpty ? nil : value
  }
}
