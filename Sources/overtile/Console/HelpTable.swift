/// A table in the text of a command's help: names, and beside them what they mean, within 80 columns.
enum HelpTable {
  /// The columns of the help, without the last two.
  private static let columns = 78

  /// The lines of a table; a meaning that is longer than its line continues below its beginning.
  static func text(_ rows: [(name: String, meaning: String)]) -> String {
    let indent = 4 + (rows.map(\.name.count).max() ?? 0)
    return rows.map { row in
      let lines = lines(of: row.meaning, within: columns - indent)
      let name = "  " + row.name + String(repeating: " ", count: indent - 2 - row.name.count)
      return name + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }.joined(separator: "\n")
  }

  private static func lines(of text: String, within columns: Int) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
