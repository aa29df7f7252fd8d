import OvertileExpressions
import OvertilePipeline

/// A map of the entries of a ledger that have a position. Its degrees are equally long (equirectangular), with a graticule.
struct LedgerMap {
  private let entries: [LedgerExamples.Entry]
  private let west: Double
  private let north: Double
  private let width: Double
  private let height: Double

  /// The smallest side of a map in degrees, and the space around the points.
  private static let (smallest, margin) = (0.5, 0.05)
  /// The distances of lines in degrees.
  private static let steps = [0.1, 0.5, 1, 5, 10, 30.0]

  /// Frames some bounds and the entries with a position, with sides between 1 and 2 to 1.
  init(_ entries: [LedgerExamples.Entry], _ bounds: [Double]?) {
    self.entries = entries.filter { $0.position != nil }
    let positions = entries.compactMap(\.position)
    var (longitudes, latitudes) = (positions.map { $0[0] }, positions.map { $0[1] })
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

  /// The units of the drawing in a degree.
  private var scale: Double { Figure.width / width }

  /// The figure; the actions of the entries are its series.
  var figure: Markup {
    let actions = LedgerAction.allCases.map(\.rawValue)
    let bottom = height * scale
    let meridians = lines(from: west, length: width).map { degrees -> Markup in
      let x = (degrees - west) * scale
      return line(from: (x, bottom), to: (x, 0), at: degrees, "E", "W")
    }
    let parallels = lines(from: north - height, length: height).map { degrees -> Markup in
      let y = (north - degrees) * scale
      return line(from: (0, y), to: (Figure.width, y), at: degrees, "N", "S")
    }
    var used: Set<Int> = []
    let dots = entries.map { entry -> Markup in
      let (longitude, latitude) = (entry.position?[0] ?? 0, entry.position?[1] ?? 0)
      let series = actions.firstIndex(of: entry.action) ?? 0
      used.insert(series)
      return """
        <circle class="\(Figure.style(series)) dot" cx="\((longitude - west) * scale)" cy="\((north - latitude) * scale)" \
        r="4"><title>\(entry.location): \(entry.code): \(entry.reason)</title></circle>
        """
    }
    return Figure.figure(
      "Features in the ledger on a map", "The positions of \(Counted.text(entries.count, "feature")) in the ledger.",
      series: actions, used: used, height: bottom, meridians + parallels + dots)
  }

  /// The multiples of a step in a range, without its ends.
  private func lines(from start: Double, length: Double) -> [Double] {
    let step = Self.steps.first { width / $0 <= 8 } ?? 60
    let first = Int((start / step).rounded(.down)) + 1
    return (first...max(first, Int(((start + length) / step).rounded(.up)) - 1)).map { Double($0) * step }
  }

  /// A line with its degrees at its beginning.
  private func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), at degrees: Double, _ positive: String,
    _ negative: String
  ) -> Markup {
    let text = NumberText.decimals(abs(degrees), degrees == degrees.rounded() ? 0 : 1)
    let letter = degrees == 0 ? "" : degrees > 0 ? positive : negative
    return """
      <line class="\(degrees == 0 ? "axis strong" : "axis")" x1="\(start.x)" y1="\(start.y)" x2="\(end.x)" y2="\(end.y)"/>
      <text class="quiet" x="\(start.x + 2)" y="\(start.y - 3)">\(text)°\(letter)</text>
      """
  }
}
