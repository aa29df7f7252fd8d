import Configuration
import Expressions

/// The `where` of a source beside the columns that there are, for a person whose condition GDAL refuses.
struct TableCondition: Sendable {
  /// As it is configured.
  let text: String
  /// The columns of the layer, and of each its type as `ogrinfo` names it.
  let columns: [String]
  let types: [String: String]
  /// Whether it is a CSV file all of whose columns are read as texts.
  let isUntyped: Bool

  /// The condition of a selection; nil where it has none.
  init?(_ selection: TableSelection, of layer: TableSurvey.Layer, _ format: TableFormat) {
    guard let condition = selection.condition else { return nil }
    (text, columns, types) = (condition, layer.columns, layer.types)
    isUntyped = format == .csv && !selection.detectsTypes
  }

  /// What to do about the condition, given what GDAL said of it; nil where nothing shows.
  func advice(_ words: [String]) -> String? {
    if let missing = names.first(where: { name in !columns.contains { $0.lowercased() == name.lowercased() } }) {
      let hint = NearestName.suggestion(for: missing, among: columns)
      let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
      return "where: there is no column \"\(missing)\"\(hint); the columns are \(list)"
    }
    guard words.contains(where: { $0.contains("Type mismatch") || $0.contains("improper type") }) else { return nil }
    let texts = columns.filter { column in
      types[column] == "String" && names.contains { $0.lowercased() == column.lowercased() }
    }
    let have = texts.map { "\"\($0)\"" }.joined(separator: " and ") + (texts.count == 1 ? " holds" : " hold")
    if texts.isEmpty { return "where: \(text) compares columns with values of another type" }
    if isUntyped {
      return
        "where: \(have) texts, as all columns of a CSV file; write detectTypes: true beside it, which makes columns of "
        + "numbers numbers, or put the value in quotes to compare texts"
    }
    return "where: \(have) texts, some of them no numbers; put the value in quotes to compare texts"
  }

  /// The names of columns in the condition: words, or texts in double quotes; no keywords, functions and values.
  private var names: [String] {
    var names: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "'" || first == "\"" {
        let inner = rest.dropFirst().prefix { $0 != first }
        if first == "\"" { names.append(String(inner)) }
        rest = rest.dropFirst(inner.count + 2)
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest.dropFirst(word.count)
        let isFunction = rest.drop { $0.isWhitespace }.first == "("
        if !isFunction, !Self.keywords.contains(word.uppercased()) { names.append(String(word)) }
      } else {
        // The letter in 1e6 is none of a name.
        rest = first.isNumber ? rest.drop { $0.isLetter || $0.isNumber || $0 == "." } : rest.dropFirst()
      }
    }
    return names
  }

  private static let keywords: Set<String> = [
    "AND", "OR", "NOT", "IN", "LIKE", "ILIKE", "IS", "NULL", "BETWEEN", "TRUE", "FALSE", "CAST", "AS", "ESCAPE", "CASE",
    "WHEN", "THEN", "ELSE", "END", "EXISTS", "INTEGER", "BIGINT", "SMALLINT", "FLOAT", "NUMERIC", "CHARACTER", "DATE",
    "TIME",
    "TIMESTAMP", "TEXT", "BOOLEAN", "REAL", "DOUBLE", "PRECISION", "VARCHAR", "FID", "SIMILAR", "TO", "ANY", "ALL",
    "GLOB", "REGEXP", "COLLATE", "NOCASE", "ISNULL", "NOTNULL", "INTERVAL",
  ]
}
