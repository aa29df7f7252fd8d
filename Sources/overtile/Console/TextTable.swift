/// Columns of text for people.
enum TextTable {
  /// The alignment of a cell in its column.
  enum Side {
    case left, right
  }

  /// The rows with two spaces between columns and none at the ends of lines.
  static func lines(_ rows: [[String]], _ sides: [Side]) -> [String] {
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

  /// A text in one line without control characters: foreign text must not move the cursor.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
