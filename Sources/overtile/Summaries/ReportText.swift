import OvertileInspection

/// A report on a bundle, as text: its tables and its notes.
enum ReportText {
  /// The whole text.
  static func text(_ sections: [ReportSection]) -> String {
    sections.map { section in
      ([section.title.uppercased(), TerminalText.line(section.lead)]
        + section.tables.flatMap { ["", TerminalText.line($0.caption)] + TextTable.lines($0) }
        + (section.notes.isEmpty ? [] : [""]) + section.notes.map(TerminalText.line)).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
