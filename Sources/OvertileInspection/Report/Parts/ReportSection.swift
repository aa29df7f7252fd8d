/// A part of a report: a title, a sentence, diagrams, and the tables with the numbers behind them.
package struct ReportSection: Sendable, Hashable {
  /// A short word for links to it.
  package var id: String
  /// The title.
  package var title: String
  /// The sentences below the title.
  package var lead: String
  /// The diagrams.
  package var diagrams: [Diagram] = []
  /// The tables.
  package var tables: [ReportTable] = []
  /// The sentences at the end.
  package var notes: [String] = []

  /// Makes a section without diagrams and tables.
  package init(_ id: String, _ title: String, lead: String) { (self.id, self.title, self.lead) = (id, title, lead) }
}
