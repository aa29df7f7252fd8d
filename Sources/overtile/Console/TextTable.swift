/// Columns of text for people.
enum TextTable {
  /// The alignment of a cell in its column.
  enum Side {
    case left, right
  }

  /// The rows with two spaces between columns and none at the ends of lines. A cell is on one line, whatever is in it.
  static func lines(_ rows: [[String]], _ sides: [Side]) -> [String] {
    let rows = rows.map { $0.map(TerminalText.line) }
    let widths = sides.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return sides[column] == .left ? row[column] + space : space + row[column]
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
