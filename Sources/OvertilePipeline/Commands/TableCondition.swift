import OvertileConfiguration
import OvertileExpressions
import OvertileSearching

/// The `where` of a source and the columns of its table, for a condition that GDAL rejects, or reads otherwise than it
/// was meant.
struct TableCondition: Sendable {
  /// The condition as configured.
  let text: String
  /// The columns of the layer, and the type of each as `ogrinfo` names it.
  let columns: [String]
  let types: [String: String]
  /// Whether the table is a CSV file whose columns are all read as texts.
  let isUntyped: Bool
  private let format: TableFormat
  private let tokens: ConditionTokens

  /// The condition of a selection; nil where it has none.
  init?(_ selection: TableSelection, of layer: TableSurvey.Layer, _ format: TableFormat) {
    guard let condition = selection.condition else { return nil }
    (text, columns, types) = (condition, layer.columns, layer.types)
    self.format = format
    tokens = ConditionTokens(condition)
    isUntyped = format == .csv && !selection.detectsTypes
  }

  /// The advice on the condition, given GDAL's error; nil where there is none.
  func advice(_ words: [String]) -> String? {
    if let sql = tokens.asSQL { return Self.written(sql) }
    if let missing = tokens.names.first(where: { column($0) == nil }) { return advice(onMissing: missing) }
    let isMismatch = words.contains { word in
      ["Type mismatch", "improper type", "operator does not exist"].contains { word.contains($0) }
    }
    guard isMismatch else { return nil }
    let texts = columns.filter { column in
      types[column] == "String" && tokens.names.contains { self.column($0) == column }
    }
    return texts.isEmpty ? "where: \(text) compares columns with values of another type" : advice(onTexts: texts)
  }

  /// A silent misreading by SQLite: it compares texts, or joins tests as texts; nil where there is none.
  var silentMistake: String? {
    guard format == .geoPackage else { return nil }
    if tokens.joinsTests, let sql = tokens.asSQL { return Self.written(sql) }
    let texts = columns.filter { column in
      types[column] == "String" && tokens.comparedWithNumbers.contains { self.column($0) == column }
    }
    return texts.isEmpty ? nil : advice(onTexts: texts)
  }

  /// The column that a name means; capitals make no difference.
  private func column(_ name: String) -> String? { columns.first { $0.lowercased() == name.lowercased() } }

  private static func written(_ sql: String) -> String {
    "where: write \(CanonicalJSON.quoted(sql)), without WHERE: SQL has = for ==, AND for &&, OR for ||, and no semicolon"
  }

  private func advice(onMissing name: String) -> String {
    let hint = NearestName.suggestion(for: name, among: columns)
    let list = ColumnNames.list(columns)
    let isText = hint.isEmpty && tokens.isValue(name)
    return "where: there is no column \"\(name)\"\(isText ? "; a text stands in single quotes: '\(name)'" : hint); "
      + "the columns are \(list)"
  }

  /// The message that columns hold texts, and how to compare numbers.
  private func advice(onTexts texts: [String]) -> String {
    let have = texts.map { "\"\($0)\"" }.joined(separator: " and ") + (texts.count == 1 ? " holds" : " hold")
    let quotes = "put the value in quotes to compare texts"
    if isUntyped {
      return
        "where: \(have) texts, as all columns of a CSV file; write detectTypes: true beside it, which makes columns of "
        + "numbers numbers (01234 is 1234 then), or CAST(\(texts[0]) AS FLOAT) in place of \(texts[0]), or \(quotes)"
    }
    let name = texts[0].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? texts[0] : "\"\(texts[0])\""
    let silence =
      format == .geoPackage
      ? ", which are compared as texts, so that '9' is more than '10'"
      : format == .csv ? ", some of them not numbers" : ""
    let others =
      format == .postGIS
      ? "fails for a text that is not a number"
      : "takes the number at the beginning of a text (3 of \"3,50\"), and 0 where there is none"
    return "where: \(have) texts\(silence); write CAST(\(name) AS FLOAT) in place of \(name) to compare numbers, which "
      + "\(others), or \(quotes)"
  }
}
