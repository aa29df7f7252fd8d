import OvertileExpressions

/// Draws diagrams.
enum DiagramDrawing {
  private static let rowHeight = 21.0
  private static let letter = 7.0

  /// A diagram as a figure with a legend. `id` is unique on the page.
  static func figure(_ diagram: Diagram, id: String) -> String {
    let drawing: String
    switch diagram.drawing {
    case .bars(let bars): drawing = self.bars(bars, diagram, id)
    case .flow(let flow): drawing = self.flow(flow, diagram, id)
    case .grid(let grid): drawing = self.grid(grid, diagram, id)
    case .map(let map): drawing = MapDrawing(map).svg(diagram, id)
    }
    let caption = Markup.element("figcaption", [:], Markup.text(diagram.title))
    return Markup.element("figure", [:], caption + legend(diagram) + drawing)
  }

  /// The names of the series that occur; none for a single one without a name.
  private static func legend(_ diagram: Diagram) -> String {
    let used = diagram.series.enumerated().filter { isUsed($0.offset, diagram) }
    // A flow has its names beside its parts.
    if case .flow = diagram.drawing { return "" }
    guard !used.isEmpty else { return "" }
    let items = used.map { index, name in
      Markup.element(
        "li", [:], Markup.element("span", ["class": "swatch \(Canvas.style(index))"], "") + Markup.text(name))
    }
    return Markup.element("ul", ["class": "legend"], items.joined())
  }

  private static func isUsed(_ series: Int, _ diagram: Diagram) -> Bool {
    switch diagram.drawing {
    case .bars(let bars): bars.contains { series < $0.segments.count && $0.segments[series] > 0 }
    case .map(let map): map.points.contains { $0.series == series }
    case .flow, .grid: true
    }
  }

  private static func bars(_ bars: [Diagram.Bar], _ diagram: Diagram, _ id: String) -> String {
    var canvas = Canvas()
    let labels = bars.map { Canvas.shortened($0.label, 18) }
    let left = Double(labels.map(\.count).max() ?? 0) * letter + 10
    let right = Double(bars.map(\.value.count).max() ?? 0) * letter + 8
    let most = bars.map { $0.segments.reduce(0, +) }.max() ?? 0
    let scale = most > 0 ? max(20, Canvas.width - left - right) / most : 0
    for (row, bar) in bars.enumerated() {
      let y = Double(row) * rowHeight
      canvas.text(labels[row], x: left - 6, y: y + 15, anchor: "end")
      var x = left
      for (series, value) in bar.segments.enumerated() where value > 0 {
        // A small share stays visible.
        let width = max(1, value * scale)
        let name = series < diagram.series.count ? diagram.series[series] + ": " : ""
        let title = bar.segments.count > 1 ? "\(name)\(NumberText.decimals(value, 0))" : nil
        canvas.bar(x: x, y: y + 3, width: width, height: rowHeight - 6, series: series, title: title)
        x += width
      }
      canvas.text(bar.value, x: x + 5, y: y + 15, isQuiet: true)
    }
    let height = max(1, Double(bars.count)) * rowHeight
    return canvas.svg(height: height, id: id, title: diagram.title, description: diagram.description)
  }

  private static func flow(_ flow: Diagram.Flow, _ diagram: Diagram, _ id: String) -> String {
    var canvas = Canvas()
    let (whole, side, gap, left, right) = (120.0, 14.0, 14.0, 110.0, 220.0)
    let total = flow.parts.reduce(0.0) { $0 + Double(max(0, $1)) }
    canvas.text(flow.label, x: left - 8, y: whole / 2 - 2, anchor: "end")
    canvas.text(Counted.grouped(flow.parts.reduce(0, &+)), x: left - 8, y: whole / 2 + 14, anchor: "end", isQuiet: true)
    canvas.bar(x: left, y: 0, width: side, height: total > 0 ? whole : 1, series: 7)
    var (from, to) = (0.0, 0.0)
    for (series, count) in flow.parts.enumerated() where count > 0 {
      let share = whole * Double(count) / total
      let height = max(2, share)
      canvas.band(
        from: (left + side, from, from + share), to: (right, to, to + height), series: series)
      canvas.bar(x: right, y: to, width: side, height: height, series: series)
      let name = series < diagram.series.count ? diagram.series[series] : ""
      canvas.text(
        "\(Counted.grouped(count)) \(name)", x: right + side + 6, y: max(11, to + height / 2 + 4))
      from += share
      to = max(to + height + gap, to + height / 2 + 18)
    }
    return canvas.svg(
      height: max(whole, to), id: id, title: diagram.title, description: diagram.description)
  }

  private static func grid(_ grid: Diagram.Grid, _ diagram: Diagram, _ id: String) -> String {
    var canvas = Canvas()
    let left = Double(grid.rows.map(\.count).max() ?? 0) * letter + 10
    let width = min(60, (Canvas.width - left) / Double(max(1, grid.columns.count)))
    let most = grid.values.joined().max() ?? 0
    for (column, label) in grid.columns.enumerated() {
      canvas.text(label, x: left + Double(column) * width, y: 13, isQuiet: true)
    }
    for (row, values) in grid.values.enumerated() {
      let y = 20 + Double(row) * rowHeight
      canvas.text(grid.rows[row], x: left - 6, y: y + 15, anchor: "end")
      for (column, value) in values.enumerated() where value > 0 {
        let x = left + Double(column) * width
        // Many tiles and few are both to be seen.
        let share = Double(value.bitLength) / Double(most.bitLength)
        canvas.cell(x: x, y: y + 1, width: width - 1, height: rowHeight - 2, share: share)
        canvas.text(short(value), x: x + width / 2, y: y + 15, anchor: "middle")
      }
    }
    let height = 20 + Double(grid.rows.count) * rowHeight
    return canvas.svg(height: height, id: id, title: diagram.title, description: diagram.description)
  }

  /// A count in at most five characters: "9999", "12k", "3M".
  private static func short(_ count: UInt64) -> String {
    if count < 10_000 { return "\(count)" }
    let units: [(UInt64, String)] = [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
    return units.first { count >= $0.0 }.map { "\(count / $0.0)\($0.1)" } ?? "\(count)"
  }
}

extension UInt64 {
  /// The number of binary digits.
  fileprivate var bitLength: Int { UInt64.bitWidth - leadingZeroBitCount }
}
