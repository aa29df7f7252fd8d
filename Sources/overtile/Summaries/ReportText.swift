import OvertileInspection

/// A report on a bundle, as text: its tables and its notes.
struct ReportText {
  let report: ReportSections
  /// The longest cell in characters, but for the last one of a row.
  private static let cellWidth = 80

  /// The whole text.
  var text: String {
    report.sections.map { section in
      ([section.title.uppercased(), TerminalText.line(section.lead)] + section.tables.flatMap(lines)
        + (section.notes.isEmpty ? [] : [""]) + section.notes.map(TerminalText.line)).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private func lines(_ table: ReportTable) -> [String] {
    let heads = table.columns.map(\.title)
    let rows = table.rows.map { row in row.dropLast().map(cell) + row.suffix(1).map(\.text) }
    let hasHeads = heads.contains { !$0.isEmpty }
    let sides = table.columns.map { $0.isNumber ? TextTable.Side.right : .left }
    return ["", TerminalText.line(table.caption)] + TextTable.lines((hasHeads ? [heads] : []) + rows, sides)
  }

  /// A cell; a long text is shortened.
  private func cell(_ cell: ReportTable.Cell) -> String {
    cell.text.count <= Self.cellWidth ? cell.text : cell.text.prefix(Self.cellWidth - 1) + "…"
  }
}
