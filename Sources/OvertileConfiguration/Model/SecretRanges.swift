import Foundation

/// The ranges of secrets in a text: values of `password=...`, `API_KEY = '...'`, `Authorization: ...`, of options, and passwords of
/// users.
enum SecretRanges {
  /// The ranges in any text, in order, none within another. O(text).
  ///
  /// - Parameter isAddress: whether the text is one address, whose password may have any letters.
  static func all(in text: String, isAddress: Bool = false) -> [Range<String.Index>] {
    ranges(of: addressForms + (isAddress ? [wholeAddress] : []) + textForms, in: text)
  }

  /// The ranges in the addresses of a text: passwords of users, and values of a query. O(text).
  static func addresses(in text: String) -> [Range<String.Index>] { ranges(of: addressForms, in: text) }

  /// The ranges in an argument of a command.
  ///
  /// - Parameter option: the argument before it, which may be an option that it belongs to.
  static func all(in argument: String, after option: String) -> [Range<String.Index>] {
    if isSecret(option: option) || ["-b", "--cookie"].contains(option) {
      return argument.isEmpty ? [] : [argument.startIndex..<argument.endIndex]
    }
    let isUser = ["-u", "-U", "--user", "--proxy-user"].contains(option)
    let headers = ranges(of: isUser ? [userArgument] : [headerArgument], in: argument)
    return headers.isEmpty ? all(in: argument) : headers
  }

  /// Whether a name says that its value is a password: "db_password", "apiKey", "X-Amz-Signature".
  static func isSecret(name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return words.contains { name.contains($0) } || name == "sig" || name.hasSuffix("signature")
  }

  /// Whether an option, or the name of a setting, takes a password: it ends with such a word.
  private static func isSecret(option: String) -> Bool {
    let name = option.lowercased()
    return option.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
      && words.contains { name.hasSuffix($0) }
  }

  private static let words = [
    "password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "api_key", "api-key", "accesskey",
    "access_key", "access-key", "bearer",
  ]

  // Parts of the forms: the name of a secret, or of a header with one, that follows; a text in quotes, or up to the end of
  // all if they are not closed.
  private static let named =
    "[\\w.-]*(?:\(words.joined(separator: "|")))|sig(?![\\w.-])|[\\w.-]*signature(?![\\w.-])"
  private static let header = "\(named)|[\\w-]*(?:authorization|auth|cookie)(?![\\w-])"
  private static let quoted = #"'(?:[^'\\]++|\\.?|'')*+(?:'|\z)|"(?:[^"\\]++|\\.?|"")*+(?:"|\z)"#

  /// Each has its secret as the only group that takes part in a match.
  private static let addressForms = [
    form(#"://[^\s:/@]*:([^\s/]+)@"#),
    // A user as long as this is a token.
    form(#"://([^\s:/@]{20,})@"#),
    form(#"[?&](?=\#(named)|(?:key|sid|auth|code)=)[\w.-]+=([^&\s'"]+)"#),
  ]
  private static let wholeAddress = form("://[^:@/]*:(.+)@")
  private static let textForms = [
    form(#"\b(?:secret|password|token)\s+('[^']*')"#),
    form(
      #"(?:^|\s)(?:-u|--(?:proxy-)?user[\s=])[\s=]*+(?:'[^\s:'"]*:([^']+)|"[^\s:'"]*:([^"]+)|[^\s:'"]*:(\S+))"#),
    form(#"(?<![\w-])(?=\#(named))[\w-]++['"]?\s*=[^\S\n]*+(\#(quoted)|(?:\\.?|[^\s'"&;\\]++)++)"#),
    form(#"(?<![\w-])(?=\#(header))[\w-]++['"]?\s*:[^\S\n]*+(?!//)(\#(quoted)|[^\n\r'"]+)"#),
  ]
  private static let userArgument = form(#"\A[^:]*:\s*+(.+)"#)
  private static let headerArgument = form(#"\A(?=\#(header))[\w-]++:\s*+(.+)"#)

  private static func form(_ pattern: String) -> NSRegularExpression? {
    try? NSRegularExpression(pattern: pattern, options: [.caseInsensitive, .dotMatchesLineSeparators])
  }

  private static func ranges(of forms: [NSRegularExpression?], in text: String) -> [Range<String.Index>] {
    let found = forms.flatMap { form in
      (form?.matches(in: text, range: NSRange(text.startIndex..., in: text)) ?? []).compactMap { match in
        (1..<match.numberOfRanges).lazy.compactMap { Range(match.range(at: $0), in: text) }.first
      }
    }
    var apart: [Range<String.Index>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound })
    where (apart.last?.upperBound ?? range.lowerBound) <= range.lowerBound {
      apart.append(range)
    }
    return apart
  }
}
