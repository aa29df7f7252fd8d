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

/// A table for people. Texts are plain, with no markup.
package struct ReportTable: Sendable, Hashable {
  /// A column.
  package struct Column: Sendable, Hashable {
    /// Its head.
    package var title: String
    /// Whether it holds numbers, which are aligned to the right.
    package var isNumber: Bool
  }

  /// A cell.
  package enum Cell: Sendable, Hashable {
    /// A text or a number.
    case text(String)
    /// The address of a tile, which links lead to.
    case tile(String)
    /// A command to copy.
    case command(String)

    /// The text.
    package var text: String {
      switch self {
      case .text(let text), .tile(let text), .command(let text): text
      }
    }
  }

  /// The content of the table, in a sentence.
  package var caption: String
  /// The columns.
  package var columns: [Column]
  /// The rows, each with a cell for each column.
  package var rows: [[Cell]]
  /// Whether the table is long, so that a page may show it folded.
  package var isDetail = false

  /// Makes a table. A title that begins with "#" is that of a column of numbers.
  package init(_ caption: String, _ titles: [String], _ rows: [[Cell]], isDetail: Bool = false) {
    self.caption = caption
    columns = titles.map { title in
      title.hasPrefix("#")
        ? Column(title: String(title.dropFirst()), isNumber: true) : Column(title: title, isNumber: false)
    }
    (self.rows, self.isDetail) = (rows, isDetail)
  }

  /// Makes a table of texts and numbers.
  package init(_ caption: String, _ titles: [String], _ rows: [[String]], isDetail: Bool = false) {
    self.init(caption, titles, rows.map { $0.map(Cell.text) }, isDetail: isDetail)
  }
}
