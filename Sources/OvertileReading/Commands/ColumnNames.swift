import OvertileConfiguration
import OvertileExpressions

/// The names of a table's columns in a message: the first of them, each cut where it is long.
enum ColumnNames {
  private static let most = 20
  private static let longest = 40

  /// The names in quotes, and how many more there are.
  static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(most).map { name in
      "\"\(name.count > longest ? name.prefix(longest) + "…" : name[...])\""
    }.joined(separator: ", ")
    return (columns.count > most ? "\(shown) and \(Counted.grouped(columns.count - most)) more" : shown).onOneLine
  }
}
