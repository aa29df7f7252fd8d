/// The tokens of a condition as SQL writes it after WHERE: split as far as advice on it needs them.
struct ConditionTokens: Sendable {
  /// The kind of a token.
  enum Kind: Sendable, Hashable {
    case space
    /// A text in single quotes.
    case text
    case number
    /// A keyword or a function, in capitals.
    case keyword(String)
    /// The name of a column, or something that is read as one.
    case name(String)
    case symbol
  }

  /// A token and its text.
  struct Token: Sendable, Hashable {
    var kind: Kind
    var raw: String

    /// Whether it compares the tokens beside it.
    var isComparison: Bool {
      switch kind {
      case .symbol: ["=", "==", "<", "<=", ">", ">=", "<>", "!="].contains(raw)
      case .keyword(let word): ["LIKE", "ILIKE", "IN", "IS", "BETWEEN"].contains(word)
      case .space, .text, .number, .name: false
      }
    }
  }

  /// The tokens in their order, spaces among them.
  let all: [Token]

  /// The tokens without spaces.
  var words: [Token] { all.filter { $0.kind != .space } }

  /// The names of columns in their order.
  var names: [String] {
    all.compactMap { token in
      if case .name(let name) = token.kind { name } else { nil }
    }
  }

  /// Splits a condition into tokens. O(its length).
  init(_ text: String) {
    var all: [Token] = []
    var rest = text[...]
    while let first = rest.first {
      let raw = Self.part(rest, from: first)
      rest = rest.dropFirst(raw.count)
      all.append(Token(kind: Self.kind(raw, first, before: rest), raw: String(raw)))
    }
    self.all = all
  }

  private static func part(_ rest: Substring, from first: Character) -> Substring {
    switch first {
    case "'", "\"":
      let inner = rest.dropFirst().prefix { $0 != first }
      return rest.prefix(inner.count + 2)
    case _ where first.isWhitespace: return rest.prefix { $0.isWhitespace }
    case _ where first.isLetter || first == "_": return rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    // The letter in 1e6 is not part of a name.
    case _ where first.isNumber: return rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
    default: return rest.prefix(symbols.contains(String(rest.prefix(2))) ? 2 : 1)
    }
  }

  private static func kind(_ raw: Substring, _ first: Character, before rest: Substring) -> Kind {
    if first == "'" { return .text }
    if first == "\"" { return .name(String(raw.dropFirst().prefix { $0 != "\"" })) }
    if first.isWhitespace { return .space }
    if first.isNumber { return .number }
    guard first.isLetter || first == "_" else { return .symbol }
    let isFunction = rest.drop { $0.isWhitespace }.first == "("
    let word = raw.uppercased()
    return isFunction || keywords.contains(word) ? .keyword(word) : .name(String(raw))
  }

  private static let symbols: Set<String> = ["==", "<=", ">=", "<>", "!=", "&&", "||", "::"]

  private static let keywords: Set<String> = [
    "AND", "OR", "NOT", "IN", "LIKE", "ILIKE", "IS", "NULL", "BETWEEN", "TRUE", "FALSE", "CAST", "AS", "ESCAPE", "CASE",
    "WHEN", "THEN", "ELSE", "END", "EXISTS", "INTEGER", "BIGINT", "SMALLINT", "FLOAT", "NUMERIC", "CHARACTER", "DATE",
    "TIME",
    "TIMESTAMP", "TEXT", "BOOLEAN", "REAL", "DOUBLE", "PRECISION", "VARCHAR", "FID", "SIMILAR", "TO", "ANY", "ALL",
    "GLOB", "REGEXP", "COLLATE", "NOCASE", "ISNULL", "NOTNULL", "INTERVAL",
  ]
}

extension ConditionTokens {
  /// The condition in SQL where it is written in the words of another language; nil where it is not.
  var asSQL: String? {
    var parts = all
    if words.first?.raw.uppercased() == "WHERE",
      let first = parts.firstIndex(where: { $0.kind != .space })
    {
      parts.removeFirst(first + 1)
    }
    while let last = parts.last, last.kind == .space || last.raw == ";" { parts.removeLast() }
    let joinsTests = joinsTests
    let text = parts.map { token in
      guard token.kind == .symbol else { return token.raw }
      return ["==": "=", "&&": "AND", "||": joinsTests ? "OR" : "||"][token.raw] ?? token.raw
    }.joined()
    let (old, new) = (all.map(\.raw).joined().trimmed, text.trimmed)
    return old == new ? nil : new
  }

  /// Whether `||`, which joins texts in SQL, is between tests.
  var joinsTests: Bool {
    let parts = words.split(omittingEmptySubsequences: false) { $0.kind == .symbol && $0.raw == "||" }
    return parts.count > 1 && parts.allSatisfy { $0.contains(where: \.isComparison) }
  }

  /// The names that are compared with a number, in their order.
  var comparedWithNumbers: [String] {
    let words = words
    return words.indices.compactMap { index in
      guard case .name(let name) = words[index].kind else { return nil }
      let behind = words[(index + 1)...].drop { $0.kind == .keyword("NOT") }
      let before = words[..<index]
      let isBefore = behind.first?.isComparison == true && Self.isNumber(behind.dropFirst())
      let isBehind =
        before.last?.isComparison == true && before.last?.kind == .symbol
        && before.dropLast().last?.kind == .number
      return isBefore || isBehind ? name : nil
    }
  }

  /// The name on the right side of a comparison: a text without its quotes, where it is no column.
  func isValue(_ name: String) -> Bool {
    zip(words, words.dropFirst()).contains { $0.isComparison && $1.kind == .name(name) }
  }

  /// Whether a number comes first, or a list that contains one.
  private static func isNumber(_ words: ArraySlice<Token>) -> Bool {
    words.drop { ["(", "-", "+"].contains($0.raw) }.first?.kind == .number
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop { $0.isWhitespace })
  }
}
