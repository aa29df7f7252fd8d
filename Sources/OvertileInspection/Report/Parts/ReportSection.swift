/// A part of a report: a title, a sentence, figures, and the tables with the numbers behind them.
package struct ReportSection: Sendable {
  /// A short word for links to it.
  let id: String
  /// The title.
  package let title: String
  /// The sentences below the title.
  package let lead: String
  /// The figures, which only a page shows.
  var figures: [Markup] = []
  /// The tables.
  package var tables: [ReportTable] = []
  /// The sentences at the end.
  package var notes: [String] = []
}
