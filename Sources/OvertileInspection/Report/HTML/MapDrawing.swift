/// Draws points on a map whose degrees are equally long (equirectangular), with a graticule.
struct MapDrawing {
  private let points: [Diagram.Point]
  private let west: Double
  private let north: Double
  private let width: Double
  private let height: Double

  /// The smallest side of a map in degrees, and the space around the points.
  private static let (smallest, margin) = (0.5, 0.05)
  /// The distances of lines in degrees.
  private static let steps = [0.1, 0.5, 1, 5, 10, 30.0]

  /// Frames the bounds and the points of a map, with sides between 1 and 2 to 1.
  init(_ points: [Diagram.Point], _ bounds: [Double]?) {
    self.points = points
    var longitudes = points.map(\.longitude)
    var latitudes = points.map(\.latitude)
    if let bounds, bounds.count == 4, bounds.allSatisfy(\.isFinite) {
      longitudes += [bounds[0], bounds[2]]
      latitudes += [bounds[1], bounds[3]]
    }
    let (x, y) = (Self.span(longitudes, 180), Self.span(latitudes, 90))
    width = min(360, max(x.length, y.length))
    height = min(180, max(y.length, width / 2))
    west = min(180 - width, max(-180, x.middle - width / 2))
    north = max(-90 + height, min(90, y.middle + height / 2))
  }

  private static func span(_ values: [Double], _ limit: Double) -> (middle: Double, length: Double) {
    let low = max(-limit, values.min() ?? -limit)
    let high = min(limit, values.max() ?? limit)
    return ((low + high) / 2, max(smallest, (high - low) * (1 + 2 * margin)))
  }

  private var scale: Double { DiagramDrawing.width / width }

  /// The height of the drawing in its units.
  var drawnHeight: Double { height * scale }

  /// The lines and the points.
  var elements: [Markup] {
    let step = Self.steps.first { width / $0 <= 8 } ?? 60
    let meridians = lines(from: west, length: width, step).map { degrees -> Markup in
      let x = (degrees - west) * scale
      return """
        <line class="\(axis(degrees))" x1="\(x)" y1="0" x2="\(x)" y2="\(drawnHeight)"/>
        <text class="quiet" x="\(x + 2)" y="\(drawnHeight - 3)">\(text(degrees, "E", "W"))</text>
        """
    }
    let parallels = lines(from: north - height, length: height, step).map { degrees -> Markup in
      let y = (north - degrees) * scale
      return """
        <line class="\(axis(degrees))" x1="0" y1="\(y)" x2="\(DiagramDrawing.width)" y2="\(y)"/>
        <text class="quiet" x="2" y="\(y - 2)">\(text(degrees, "N", "S"))</text>
        """
    }
    let dots = points.map { point -> Markup in
      let (x, y) = ((point.longitude - west) * scale, (north - point.latitude) * scale)
      return """
        <circle class="\(DiagramDrawing.style(point.series)) dot" cx="\(x)" cy="\(y)" r="4"><title>\(point.label)</title></circle>
        """
    }
    return meridians + parallels + dots
  }

  /// The multiples of a step in a range, without its ends.
  private func lines(from start: Double, length: Double, _ step: Double) -> [Double] {
    let first = Int((start / step).rounded(.down)) + 1
    return (first...max(first, Int(((start + length) / step).rounded(.up)) - 1)).map { Double($0) * step }
  }

  private func axis(_ degrees: Double) -> String { degrees == 0 ? "axis strong" : "axis" }

  private func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    let text = NumberText.decimals(abs(degrees), degrees == degrees.rounded() ? 0 : 1)
    return "\(text)°\(degrees == 0 ? "" : degrees > 0 ? positive : negative)"
  }
}
