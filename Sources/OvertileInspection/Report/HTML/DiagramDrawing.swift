/// Draws diagrams.
enum DiagramDrawing {
  private static let rowHeight = 21.0
  private static let letter = 7.0

  /// A diagram as a figure with a legend. `id` is unique on the page.
  static func figure(_ diagram: Diagram, id: String) -> String {
    let drawing: String
    switch diagram.drawing {
    case .bars(let bars): drawing = self.bars(bars, diagram, id)
    case .map(let map): drawing = MapDrawing(map).svg(diagram, id)
    }
    let caption = Markup.element("figcaption", [:], Markup.text(diagram.title))
    return Markup.element("figure", [:], caption + legend(diagram) + drawing)
  }

  /// The names of the series that occur; none for a single one without a name.
  private static func legend(_ diagram: Diagram) -> String {
    let used = diagram.series.enumerated().filter { isUsed($0.offset, diagram) }
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
}
