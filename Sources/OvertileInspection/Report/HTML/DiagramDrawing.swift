/// Draws diagrams.
enum DiagramDrawing {
  /// The width of every drawing in its units, about pixels on a phone.
  static let width = 420.0
  private static let rowHeight = 21.0
  private static let letter = 7.0

  /// A diagram as a figure with a legend. `id` is unique on the page.
  static func figure(_ diagram: Diagram, id: String) -> Markup {
    let (elements, height): ([Markup], Double)
    switch diagram.drawing {
    case .bars(let bars):
      (elements, height) = (self.bars(bars, diagram.series), max(1, Double(bars.count)) * rowHeight)
    case .map(let points, let bounds):
      let map = MapDrawing(points, bounds)
      (elements, height) = (map.elements, map.drawnHeight)
    }
    return """
      <figure><figcaption>\(diagram.title)</figcaption>\(legend(diagram))
      <svg viewBox="0 0 420 \(height)" role="img" aria-labelledby="\(id)-title \(id)-text">
      <title id="\(id)-title">\(diagram.title)</title><desc id="\(id)-text">\(diagram.description)</desc>
      \(elements)
      </svg></figure>
      """
  }

  /// The class of a series; colors repeat after sixteen.
  static func style(_ series: Int) -> String { "c\(series % 16)" }

  /// The names of the series that occur; none where there is only one.
  private static func legend(_ diagram: Diagram) -> Markup {
    let used = diagram.series.enumerated().filter { isUsed($0.offset, diagram.drawing) }
    guard diagram.series.count > 1, !used.isEmpty else { return "" }
    let items = used.map { index, name -> Markup in
      #"<li><span class="swatch \#(style(index))"></span>\#(name)</li>"#
    }
    return #"<ul class="legend">\#(items)</ul>"#
  }

  private static func isUsed(_ series: Int, _ drawing: Diagram.Drawing) -> Bool {
    switch drawing {
    case .bars(let bars): bars.contains { series < $0.segments.count && $0.segments[series] > 0 }
    case .map(let points, _): points.contains { $0.series == series }
    }
  }

  private static func bars(_ bars: [Diagram.Bar], _ series: [String]) -> [Markup] {
    let labels = bars.map { $0.label.count <= 18 ? $0.label : $0.label.prefix(17) + "…" }
    let left = Double(labels.map(\.count).max() ?? 0) * letter + 10
    let right = Double(bars.map(\.value.count).max() ?? 0) * letter + 8
    let most = bars.map { $0.segments.reduce(0, +) }.max() ?? 0
    let scale = most > 0 ? max(20, width - left - right) / most : 0
    return bars.enumerated().flatMap { row, bar -> [Markup] in
      let y = Double(row) * rowHeight
      var elements: [Markup] = [
        #"<text x="\#(left - 6)" y="\#(y + 15)" text-anchor="end">\#(labels[row])</text>"#
      ]
      var x = left
      for (index, value) in bar.segments.enumerated() where value > 0 {
        // A small share stays visible.
        let width = max(1, value * scale)
        let name = index < series.count ? "\(series[index]): " : ""
        elements.append(
          """
          <rect class="\(style(index))" x="\(x)" y="\(y + 3)" width="\(width)" height="\(rowHeight - 6)">\
          <title>\(name + NumberText.decimals(value, 0))</title></rect>
          """)
        x += width
      }
      return elements + [#"<text class="quiet" x="\#(x + 5)" y="\#(y + 15)">\#(bar.value)</text>"#]
    }
  }
}
