/// The reason that a query has no result. The caller chooses how names are written in its sentence: see
/// `text(naming:)`.
package struct QueryError: Error, Sendable, Hashable {
  /// The kind of error, as a stable word.
  package enum Code: String, Sendable, CaseIterable {
    /// The query itself: a value that cannot be read, one that is missing, two that exclude each other.
    case badQuery = "bad-question"
    /// The query is clear, but has no result.
    case noResult = "no-answer"
    /// More tiles than may be listed.
    case tooManyTiles = "too-many-tiles"
    /// A file that is missing or cannot be read.
    case inputMissing = "input-missing"
    /// A file with invalid content.
    case badData = "bad-data"
  }

  /// How names are written: as options of the command line or as members of a JSON object.
  package enum Naming: Sendable {
    /// With two dashes.
    case options
    /// In quotation marks.
    case members
  }

  /// The kind of error.
  package var code: Code
  private var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence for people, with names in the caller's form.
  package func text(naming: Naming) -> String {
    let (start, end) = naming == .options ? ("--", "") : ("\"", "\"")
    var text = ""
    for character in message {
      switch character {
      case QueryError.nameStart: text += start
      case QueryError.nameEnd: text += end
      default: text.append(character)
      }
    }
    return text
  }

  // Two characters that Unicode keeps for private use: no value that is quoted in a message holds them by accident.
  private static let nameStart: Character = "\u{E000}"
  private static let nameEnd: Character = "\u{E001}"

  /// A name, marked for `text(naming:)`.
  static func name(_ name: String) -> String { "\(nameStart)\(name)\(nameEnd)" }

  /// Names in a sentence: "a, b or c".
  static func names(_ names: [String], _ conjunction: String = "or") -> String {
    let marked = names.map { name($0) }
    guard let last = marked.last, marked.count > 1 else { return marked.first ?? "" }
    return marked.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
