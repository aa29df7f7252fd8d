import OvertileExpressions

/// A drawing on the page.
enum Figure {
  /// The width of every drawing in its units, about pixels on a phone.
  static let width = 420.0
  private static let rowHeight = 21.0
  private static let letter = 7.0

  /// The class of a series; colors repeat after sixteen.
  static func style(_ series: Int) -> String { "c\(series % 16)" }

  /// A drawing with a title, which is also read to those who do not see it, and a legend.
  ///
  /// - Parameters:
  ///   - series: the names of the series, in the order of their colors.
  ///   - used: those that occur; the legend names them unless there is only one series.
  static func figure(
    _ title: String, series: [String], used: Set<Int>, height: Double, _ elements: [Markup]
  ) -> Markup {
    let items = used.sorted().map { index -> Markup in
      #"<li><span class="swatch \#(style(index))"></span>\#(series[index])</li>"#
    }
    let legend: Markup = series.count > 1 && !items.isEmpty ? #"<ul class="legend">\#(items)</ul>"# : ""
    return """
      <figure><figcaption>\(title)</figcaption>\(legend)
      <svg viewBox="0 0 420 \(height)" role="img" aria-label="\(title)">
      \(elements)
      </svg></figure>
      """
  }

  /// A bar for each row of a table, whose label is the first cell, and whose segments are the cells of some columns.
  ///
  /// - Parameters:
  ///   - series: the titles of all series, in the order of their colors; by default those of the columns.
  ///   - value: the text behind the bar of a row; by default the cell of a single column, or else the sum.
  static func bars(
    _ title: String, _ table: ReportTable, _ columns: Range<Int>, series: [String]? = nil,
    value: (([ReportTable.Cell]) -> String)? = nil
  ) -> Markup {
    let series = series ?? columns.map { table.columns[$0].title }
    let segments = table.rows.map { row in
      columns.map { column in
        (series: series.firstIndex(of: table.columns[column].title) ?? 0, length: row[column].length)
      }.filter { $0.length > 0 }
    }
    let sums = segments.map { $0.reduce(0) { $0 + $1.length } }
    let labels = table.rows.map { $0[0].text }.map { $0.count <= 18 ? $0 : $0.prefix(17) + "…" }
    let values = zip(table.rows, sums).map { row, sum in
      value?(row) ?? (columns.count == 1 ? row[columns.lowerBound].text : Counted.grouped(Int(exactly: sum) ?? .max))
    }
    let left = Double(labels.map(\.count).max() ?? 0) * letter + 10
    let right = Double(values.map(\.count).max() ?? 0) * letter + 8
    let most = sums.max() ?? 0
    let scale = most > 0 ? max(20, width - left - right) / most : 0
    let bars = table.rows.indices.map { row -> Markup in
      let y = Double(row) * rowHeight
      var x = left
      let rectangles = segments[row].map { segment -> Markup in
        // A small share stays visible.
        let width = max(1, segment.length * scale)
        defer { x += width }
        return """
          <rect class="\(style(segment.series))" x="\(x)" y="\(y + 3)" width="\(width)" height="\(rowHeight - 6)">\
          <title>\(series[segment.series]): \(NumberText.decimals(segment.length, 0))</title></rect>
          """
      }
      return """
        <text x="\(left - 6)" y="\(y + 15)" text-anchor="end">\(labels[row])</text>
        \(rectangles)
        <text class="quiet" x="\(x + 5)" y="\(y + 15)">\(values[row])</text>
        """
    }
    return figure(
      title, series: series, used: Set(segments.joined().map(\.series)),
      height: Double(max(1, bars.count)) * rowHeight, bars)
  }
}
