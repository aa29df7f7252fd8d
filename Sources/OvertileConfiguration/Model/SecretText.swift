import Foundation

/// Passwords in texts for people: they are never shown.
package enum SecretText {
  /// The replacement of a secret.
  package static let mask = "***"

  // Guards the secrets of the process.
  private static let lock = NSLock()
  nonisolated(unsafe) private static var known: Set<String> = []

  /// Remembers secrets of the process, which are masked wherever they occur from now on. Those of less than four letters
  /// would remove parts of ordinary words, and are left out.
  package static func remember(_ secrets: [String]) {
    let texts = secrets.filter { $0.count >= 4 }
    // The form in JSON, without its quotes.
    let json = texts.map { text in
      (try? JSONEncoder().encode(text)).map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) } ?? text
    }
    lock.withLock { known.formUnion(texts + json) }
  }

  /// The text without remembered secrets, plain or as JSON has them, and without secrets in addresses. O(text), for few secrets.
  package static func hidden(_ text: String) -> String {
    // The longest first, since one may be part of another.
    let known = lock.withLock { Self.known.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) } }
    let text = known.reduce(text) { $0.contains($1) ? $0.replacing($1, with: mask) : $0 }
    return text.contains("://") ? masked(text, SecretRanges.addresses(in: text)) : text
  }

  /// The text without remembered secrets and without what looks like one: values of passwords (`password=...`,
  /// `Authorization: ...`, `-u me:...`) and passwords of URLs. O(text).
  package static func masked(_ text: String) -> String {
    if text.hasPrefix(TableFormat.connectionPrefix), let connection = ConnectionText(text) { return connection.shown }
    let text = hidden(text)
    return masked(text, SecretRanges.all(in: text))
  }

  /// A line of a file up to its first secret: how its quotes are to be read is not known.
  package static func maskedLine(_ line: String) -> String {
    let known = hidden(line)
    let text = masked(known, SecretRanges.all(in: known, isAddress: true))
    guard text != line, let first = text.range(of: mask) else { return text }
    return String(text[..<first.upperBound])
  }

  /// A command line for people: arguments with spaces in quotes, without secrets, at most 1,000 characters.
  package static func shown(_ arguments: [String]) -> String {
    let words = marked(arguments).map { argument, ranges in
      let word = hidden(masked(argument, ranges))
      return word.isEmpty || word.contains { $0.isWhitespace || $0 == "'" } ? "\"\(word)\"" : word
    }
    let text = words.joined(separator: " ")
    return text.count <= 1000 ? text : text.prefix(1000) + "…"
  }

  /// The secrets in a command line.
  package static func secrets(_ arguments: [String]) -> [String] {
    marked(arguments).flatMap { argument, ranges in
      ranges.map { range in
        let value = argument[range]
        guard value.count >= 2, let first = value.first, "'\"".contains(first), value.last == first else {
          return String(value)
        }
        return String(value.dropFirst().dropLast())
      }
    }.filter { $0.count >= 4 }
  }

  /// The arguments of a command, each with its secrets.
  private static func marked(_ arguments: [String]) -> [(argument: String, secrets: [Range<String.Index>])] {
    // The one letter of these programs.
    let program = arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
    let hasLetter = ["sshpass", "mysql", "mariadb", "mysqldump"].contains(program)
    return zip(arguments, [""] + arguments).map { argument, option in
      guard hasLetter, option == "-p" || (argument.hasPrefix("-p") && argument.count > 2) else {
        return (argument, SecretRanges.all(in: argument, after: option))
      }
      let start = argument.index(argument.startIndex, offsetBy: option == "-p" ? 0 : 2)
      return (argument, [start..<argument.endIndex])
    }
  }

  /// The text without some ranges, in their order.
  static func masked(_ text: String, _ ranges: [Range<String.Index>]) -> String {
    var (masked, rest) = ("", text[...])
    for range in ranges {
      masked += rest[..<range.lowerBound] + mask
      rest = text[range.upperBound...]
    }
    return masked + rest
  }
}
