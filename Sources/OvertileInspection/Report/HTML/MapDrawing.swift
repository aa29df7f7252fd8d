/// Draws points on a map whose degrees are equally long (equirectangular), with a graticule.
struct MapDrawing {
  private let map: Diagram.PointMap
  private let west: Double
  private let north: Double
  private let width: Double
  private let height: Double

  /// The smallest side of a map in degrees, and the space around the points.
  private static let (smallest, margin) = (0.5, 0.05)
  /// The distances of lines in degrees.
  private static let steps = [0.1, 0.5, 1, 5, 10, 30.0]

  /// Frames the bounds and the points of a map, with sides between 1 and 2 to 1.
  init(_ map: Diagram.PointMap) {
    self.map = map
    var longitudes = map.points.map(\.longitude)
    var latitudes = map.points.map(\.latitude)
    if let bounds = map.bounds, bounds.count == 4, bounds.allSatisfy(\.isFinite) {
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

  /// The map.
  func svg(_ diagram: Diagram, _ id: String) -> String {
    let scale = Canvas.width / width
    var canvas = Canvas()
    let step = Self.steps.first { width / $0 <= 8 } ?? 60
    for index in lines(from: west, length: width, step) {
      let x = (Double(index) * step - west) * scale
      canvas.line(x1: x, y1: 0, x2: x, y2: height * scale, isStrong: index == 0)
      canvas.text(degrees(Double(index) * step, "E", "W"), x: x + 2, y: height * scale - 3, isQuiet: true)
    }
    for index in lines(from: north - height, length: height, step) {
      let y = (north - Double(index) * step) * scale
      canvas.line(x1: 0, y1: y, x2: Canvas.width, y2: y, isStrong: index == 0)
      canvas.text(degrees(Double(index) * step, "N", "S"), x: 2, y: y - 2, isQuiet: true)
    }
    for point in map.points {
      canvas.point(
        x: (point.longitude - west) * scale, y: (north - point.latitude) * scale, series: point.series,
        title: point.label)
    }
    return canvas.svg(height: height * scale, id: id, title: diagram.title, description: diagram.description)
  }

  /// The multiples of a step in a range, without its ends.
  private func lines(from start: Double, length: Double, _ step: Double) -> ClosedRange<Int> {
    let first = Int((start / step).rounded(.down)) + 1
    return first...max(first, Int(((start + length) / step).rounded(.up)) - 1)
  }

  private func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let text = NumberText.decimals(abs(value), Self.steps.contains { $0 < 1 } && value != value.rounded() ? 1 : 0)
    return "\(text)°\(value == 0 ? "" : value > 0 ? positive : negative)"
  }
}
