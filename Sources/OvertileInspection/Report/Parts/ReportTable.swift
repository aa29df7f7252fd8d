import OvertileExpressions

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
    fileprivate var length: Double {
      if case .number(let value, _) = self { max(0, value) } else { 0 }
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
      let isNumber = title.hasPrefix("#")
      return Column(title: isNumber ? String(title.dropFirst()) : title, isNumber: isNumber)
    }
    (self.rows, self.isDetail) = (rows, isDetail)
  }
}

// MARK: Bars

extension ReportTable {
  /// A diagram with a bar for each row, whose label is the first cell, and whose segments are the cells of some columns.
  ///
  /// - Parameters:
  ///   - series: the titles of all series, in the order of their colors; by default those of the columns.
  ///   - value: the text behind the bar of a row; by default the cell of a single column, or else the sum.
  func bars(
    _ title: String, _ description: String, _ columns: Range<Int>, series: [String]? = nil,
    value: (([Cell]) -> String)? = nil
  ) -> Diagram {
    let titles = columns.map { self.columns[$0].title }
    let series = series ?? titles
    let bars = rows.map { row -> Diagram.Bar in
      let cells = row[columns]
      let segments = series.map { title in
        titles.firstIndex(of: title).map { cells[columns.lowerBound + $0].length } ?? 0
      }
      let sum = Counted.grouped(Int(exactly: segments.reduce(0, +)) ?? .max)
      return Diagram.Bar(
        label: row[0].text, segments: segments,
        value: value?(row) ?? (cells.count == 1 ? cells[columns.lowerBound].text : sum))
    }
    return Diagram(title: title, description: description, series: series, drawing: .bars(bars))
  }
}

// MARK: Cells of numbers that may be unknown

extension ReportTable.Cell {
  /// A count, with commas.
  static func count<Number: BinaryInteger>(_ number: Number?) -> Self {
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
