import Foundation

/// A connection to PostgreSQL as GDAL takes it: `PG:`, and then what libpq reads, which is keys and values or a URI.
///
/// Source: PostgreSQL 15, 34.1.1, connection strings.
package struct ConnectionText {
  /// The text without secrets, for people.
  package let shown: String
  /// The secrets in it, as they are and as they are written.
  package let secrets: [String]

  /// Reads a connection; nil where libpq cannot.
  package init?(_ text: String) {
    var (shown, secrets) = (text, [String]())
    if text.firstMatch(of: #/^PG:\s*postgres(ql)?:///#) != nil {
      let ranges = SecretRanges.all(in: text, isAddress: true)
      // libpq ends a password at its first "@", and may quote the rest.
      secrets = ranges.flatMap { range in
        let parts = text[range].split(separator: "@").map(String.init)
        return [String(text[range]), text[range].removingPercentEncoding ?? ""] + (parts.count > 1 ? parts : [])
      }
      for range in ranges.reversed() { shown.replaceSubrange(range, with: SecretText.mask) }
    } else {
      guard let settings = Self.settings(text.dropFirst(TableFormat.connectionPrefix.count)) else { return nil }
      for setting in settings.reversed() where SecretRanges.isSecret(name: setting.key) {
        secrets += [setting.value, String(text[setting.range])]
        shown.replaceSubrange(setting.range, with: SecretText.mask)
      }
    }
    (self.shown, self.secrets) = (shown, secrets)
  }

  /// A value as libpq reads it, in quotes or without.
  static func escaped(_ value: String) -> String {
    value.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" || $1.isWhitespace ? "\\\($1)" : "\($1)" }
  }

  /// Whether values in a text are read as `escaped` writes them.
  static func takesEscapes(_ text: String) -> Bool {
    text.hasPrefix(TableFormat.connectionPrefix) && !text.contains("://")
  }

  private static func settings(_ text: Substring) -> [(key: Substring, value: String, range: Range<String.Index>)]? {
    var found: [(key: Substring, value: String, range: Range<String.Index>)] = []
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest[key.endIndex...].drop(while: \.isWhitespace)
      guard !key.isEmpty, rest.popFirst() == "=" else { return nil }
      rest = rest.drop(while: \.isWhitespace)
      let start = rest.startIndex
      let isQuoted = rest.first == "'"
      if isQuoted { rest.removeFirst() }
      var value = ""
      while let next = rest.first, isQuoted ? next != "'" : !next.isWhitespace {
        rest.removeFirst()
        value.append(next == "\\" ? rest.popFirst() ?? next : next)
      }
      guard !isQuoted || rest.popFirst() == "'" else { return nil }
      found.append((key, value, start..<rest.startIndex))
      rest = rest.drop(while: \.isWhitespace)
    }
    return found
  }
}
