import OvertileExpressions

/// A table for people. Texts are plain, with no markup.
package struct ReportTable: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// Its head.
    package let title: String
    /// Whether it holds numbers, which are aligned to the right.
    package let isNumber: Bool
  }

  /// A cell.
  package enum Cell: Sendable {
    /// A text.
    case text(String)
    /// A number and its text.
    case number(Double, String)
    /// The address of a tile, which links lead to.
    case tile(String)
    /// A command to copy.
    case command(String)

    /// The text.
    package var text: String {
      switch self {
      case .text(let text), .number(_, let text), .tile(let text), .command(let text): text
      }
    }

    /// The length of the cell in a bar; nothing for texts.
    var length: Double { if case .number(let value, _) = self { max(0, value) } else { 0 } }
  }

  /// The content of the table, in a sentence.
  package let caption: String
  /// The columns.
  package let columns: [Column]
  /// The rows, each with a cell for each column.
  package var rows: [[Cell]]
  /// Whether the table is long, so that a page may show it folded.
  let isDetail: Bool
  /// Whether a column has a title.
  package var hasHeads: Bool { columns.contains { !$0.title.isEmpty } }

  /// Makes a table. A title that begins with "#" is that of a column of numbers.
  package init(_ caption: String, _ titles: [String], _ rows: [[Cell]], isDetail: Bool = false) {
    columns = titles.map { title in
      let isNumber = title.hasPrefix("#")
      return Column(title: isNumber ? String(title.dropFirst()) : title, isNumber: isNumber)
    }
    (self.caption, self.rows, self.isDetail) = (caption, rows, isDetail)
  }

  /// Makes a table of texts.
  package init(_ caption: String, _ titles: [String], texts: [[String]]) {
    self.init(caption, titles, texts.map { $0.map(Cell.text) })
  }
}

// MARK: Cells of numbers that may be unknown

extension ReportTable.Cell {
  /// A count, with commas.
  package static func count<Number: BinaryInteger>(_ number: Number?) -> Self {
    number.map { .number(Double($0), Counted.grouped($0)) } ?? .text("")
  }

  /// A size in bytes, with its unit.
  static func bytes<Number: BinaryInteger>(_ number: Number?) -> Self {
    number.map { .number(Double($0), NumberText.bytes($0)) } ?? .text("")
  }

  /// Seconds, with their unit.
  static func seconds(_ number: Double?) -> Self { number.map { .number($0, NumberText.seconds($0)) } ?? .text("") }

  /// A latitude and a longitude in degrees.
  static func position(latitude: Double, longitude: Double) -> Self {
    .text("\(NumberText.decimals(latitude, 4)), \(NumberText.decimals(longitude, 4))")
  }
}
