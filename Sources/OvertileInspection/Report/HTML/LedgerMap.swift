import OvertileExpressions
import OvertilePipeline

/// A map of the entries of a ledger that have a position, with the positions of two of its corners. Its degrees are equally
/// long (equirectangular).
struct LedgerMap {
  private let entries: [LedgerExamples.Entry]
  private let west: Double
  private let north: Double
  private let width: Double
  private let height: Double

  /// The smallest side of a map in degrees, and the space around the points.
  private static let (smallest, margin) = (0.5, 0.05)

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

  /// The figure; the actions of the entries are its series.
  var figure: Markup {
    let actions = LedgerAction.allCases.map(\.rawValue)
    let scale = Figure.width / width
    let bottom = height * scale
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
    let frame: Markup = """
      <rect class="frame" width="\(Figure.width)" height="\(bottom)"/>
      <text class="quiet" x="4" y="14">\(corner(latitude: north, longitude: west))</text>
      <text class="quiet" x="\(Figure.width - 4)" y="\(bottom - 5)" text-anchor="end">\
      \(corner(latitude: north - height, longitude: west + width))</text>
      """
    return Figure.figure(
      "The positions of \(Counted.text(entries.count, "feature")) in the ledger", series: actions, used: used,
      height: bottom, [frame] + dots)
  }

  private func corner(latitude: Double, longitude: Double) -> String {
    ReportTable.Cell.position(latitude: latitude, longitude: longitude).text
  }
}
