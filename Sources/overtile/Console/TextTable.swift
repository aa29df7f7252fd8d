import OvertileInspection

/// Columns of text for people.
enum TextTable {
  /// The longest cell in characters, but for the last one of a row.
  private static let cellWidth = 80

  /// The lines of a table with two spaces between columns and none at the ends of lines. A cell is on one line, whatever is in
  /// it.
  static func lines(_ table: ReportTable) -> [String] {
    let cells = table.rows.map { row in row.dropLast().map { shortened($0.text) } + row.suffix(1).map(\.text) }
    let rows = ((table.hasHeads ? [table.columns.map(\.title)] : []) + cells).map { $0.map(TerminalText.line) }
    let widths = table.columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return table.columns[column].isNumber ? space + row[column] : row[column] + space
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count <= cellWidth ? text : text.prefix(cellWidth - 1) + "…"
  }
}
