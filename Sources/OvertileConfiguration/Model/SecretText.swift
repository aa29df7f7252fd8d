import Foundation

/// Passwords in texts for people: they are never shown.
package enum SecretText {
  /// The replacement of a secret.
  package static let mask = "***"

  private static let known = KnownSecrets()

  /// Remembers secrets of the process, which are masked wherever they occur from now on. Those of less than four letters
  /// would remove parts of ordinary words, and are left out.
  package static func remember(_ secrets: [String]) { known.add(secrets.filter { $0.count >= 4 }) }

  /// The text without remembered secrets, plain or as JSON has them, and without secrets in addresses. O(text), for few secrets.
  package static func hidden(_ text: String) -> String {
    let text = known.all.reduce(text) { $0.contains($1) ? $0.replacing($1, with: mask) : $0 }
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
    var words: [String] = []
    for (index, argument) in arguments.enumerated() {
      let word = hidden(masked(argument, ranges(argument, index, arguments)))
      words.append(word.isEmpty || word.contains(where: { $0.isWhitespace || $0 == "'" }) ? "\"\(word)\"" : word)
    }
    let text = words.joined(separator: " ")
    return text.count <= 1000 ? text : text.prefix(1000) + "…"
  }

  /// The secrets in a command line.
  package static func secrets(_ arguments: [String]) -> [String] {
    arguments.enumerated().flatMap { index, argument in
      ranges(argument, index, arguments).map { range in
        let value = argument[range]
        guard value.count >= 2, let first = value.first, "'\"".contains(first), value.last == first else {
          return String(value)
        }
        return String(value.dropFirst().dropLast())
      }
    }.filter { $0.count >= 4 }
  }

  private static func ranges(_ argument: String, _ index: Int, _ arguments: [String]) -> [Range<String.Index>] {
    // The one letter of these programs.
    if ["sshpass", "mysql", "mariadb", "mysqldump"].contains(URL(fileURLWithPath: arguments[0]).lastPathComponent) {
      if index > 0, arguments[index - 1] == "-p" { return [argument.startIndex..<argument.endIndex] }
      if argument.hasPrefix("-p"), argument.count > 2 {
        return [argument.index(argument.startIndex, offsetBy: 2)..<argument.endIndex]
      }
    }
    return SecretRanges.all(in: argument, after: index > 0 ? arguments[index - 1] : "")
  }

  private static func masked(_ text: String, _ ranges: [Range<String.Index>]) -> String {
    var (masked, rest) = ("", text[...])
    for range in ranges {
      masked += rest[..<range.lowerBound] + mask
      rest = text[range.upperBound...]
    }
    return masked + rest
  }
}

/// The secrets of the process, which any thread may add to.
private final class KnownSecrets: @unchecked Sendable {
  // Guards the secrets.
  private let lock = NSLock()
  private var secrets: Set<String> = []

  /// The longest first, since one may be part of another.
  var all: [String] { lock.withLock { secrets.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) } } }

  func add(_ texts: [String]) {
    // The form in JSON, without its quotes.
    let json = texts.map { text in
      (try? JSONEncoder().encode(text)).map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) } ?? text
    }
    lock.withLock { secrets.formUnion(texts + json) }
  }
}
