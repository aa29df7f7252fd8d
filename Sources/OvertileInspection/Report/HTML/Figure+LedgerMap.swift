import OvertileExpressions
import OvertilePipeline

extension Figure {
  /// The smallest side of a map in degrees, and the space around the points.
  private static let (smallest, margin) = (0.5, 0.05)

  /// A map of the entries of a ledger that have a position, with the positions of two of its corners; the actions of the
  /// entries are its series.
  ///
  /// It frames some bounds, too, with sides between 1 and 2 to 1. Its degrees are equally long (equirectangular).
  static func ledgerMap(_ all: [LedgerExamples.Entry], _ bounds: [Double]?) -> Markup {
    let placed = all.compactMap { entry in entry.position.map { (entry: entry, longitude: $0[0], latitude: $0[1]) } }
    var (longitudes, latitudes) = (placed.map { $0.longitude }, placed.map { $0.latitude })
    if let bounds, bounds.count == 4, bounds.allSatisfy(\.isFinite) {
      longitudes += [bounds[0], bounds[2]]
      latitudes += [bounds[1], bounds[3]]
    }
    let (x, y) = (span(longitudes, 180), span(latitudes, 90))
    let side = min(360, max(x.length, y.length))
    let height = min(180, max(y.length, side / 2))
    let west = min(180 - side, max(-180, x.middle - side / 2))
    let north = max(-90 + height, min(90, y.middle + height / 2))
    let (scale, actions) = (width / side, LedgerAction.allCases.map(\.rawValue))
    let dots = placed.map { entry, longitude, latitude -> Markup in
      """
      <circle class="\(style(actions.firstIndex(of: entry.action) ?? 0)) dot" cx="\((longitude - west) * scale)" \
      cy="\((north - latitude) * scale)" r="4"><title>\(entry.location): \(entry.code): \(entry.reason)</title></circle>
      """
    }
    let corners = [(north, west), (north - height, west + side)].map(ReportTable.Cell.position)
    let frame: Markup = """
      <rect class="frame" width="\(width)" height="\(height * scale)"/>
      <text class="quiet" x="4" y="14">\(corners[0].text)</text>
      <text class="quiet" x="\(width - 4)" y="\(height * scale - 5)" text-anchor="end">\(corners[1].text)</text>
      """
    return figure(
      "The positions of \(Counted.text(placed.count, "feature")) in the ledger", series: actions,
      used: Set(placed.map { actions.firstIndex(of: $0.entry.action) ?? 0 }), height: height * scale, [frame] + dots)
  }

  private static func span(_ values: [Double], _ limit: Double) -> (middle: Double, length: Double) {
    let low = max(-limit, values.min() ?? -limit)
    let high = min(limit, values.max() ?? limit)
    return ((low + high) / 2, max(smallest, (high - low) * (1 + 2 * margin)))
  }
}
