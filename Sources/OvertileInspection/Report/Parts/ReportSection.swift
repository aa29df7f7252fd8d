/// A part of a report: a title, a sentence, figures, and the tables with the numbers behind them.
package struct ReportSection: Sendable {
  /// A short word for links to it.
  let id: String
  /// The title.
  package let title: String
  /// The sentences below the title.
  package let lead: String
  /// The figures, which only a page shows.
  let figures: [Markup]
  /// The tables.
  package let tables: [ReportTable]
  /// The sentences at the end.
  package let notes: [String]

  /// Makes a section.
  init(
    _ id: String, _ title: String, _ lead: String, figures: [Markup] = [], tables: [ReportTable] = [],
    notes: [String] = []
  ) {
    (self.id, self.title, self.lead) = (id, title, lead)
    (self.figures, self.tables, self.notes) = (figures, tables, notes)
  }
}
