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
    let ranges: [Range<String.Index>]
    if text.firstMatch(of: #/^PG:\s*postgres(ql)?:///#) != nil {
      ranges = SecretRanges.all(in: text, isAddress: true)
      // libpq ends a password at its first "@", and may quote the rest.
      secrets = ranges.flatMap { range in
        let parts = text[range].split(separator: "@").map(String.init)
        return [String(text[range]), text[range].removingPercentEncoding ?? ""] + (parts.count > 1 ? parts : [])
      }
    } else {
      guard let settings = Self.settings(text.dropFirst(TableFormat.connectionPrefix.count)) else { return nil }
      let secret = settings.filter { SecretRanges.isSecret(name: $0.key) }
      ranges = secret.map(\.range)
      secrets = secret.flatMap { [$0.value, String(text[$0.range])] }
    }
    shown = SecretText.masked(text, ranges)
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
    let form = #/([^=\s]+)\s*=\s*('(?:[^'\\]|\\.)*+'|(?!')(?:[^\s\\]|\\.)*+)\s*/#.dotMatchesNewlines()
    var found: [(key: Substring, value: String, range: Range<String.Index>)] = []
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      guard let match = rest.prefixMatch(of: form) else { return nil }
      let value = match.2.hasPrefix("'") ? match.2.dropFirst().dropLast() : match.2
      let plain = value.replacing(#/\\(.)/#.dotMatchesNewlines()) { $0.1 }
      found.append((match.1, String(plain), match.2.startIndex..<match.2.endIndex))
      rest = rest[match.range.upperBound...]
    }
    return found
  }
}
