import MapMath
import OvertileConfiguration
import OvertileExpressions

/// Points of a layer whose latitude and longitude look exchanged: nearly alone where they lie, and among a quarter of all
/// points where they would lie. They are few; a layer that is wrong as a whole is judged by `ExchangedAxes`.
package struct ExchangedPoints: Sendable {
  /// The rows, ascending.
  private(set) var rows: [UInt32] = []

  /// Fewer points do not tell where a layer lies.
  private static let fewest = 20
  /// The points near a position are those within so many degrees, to a degree.
  private static let reach = 3
  /// As many points of a hundred, or three, may be exchanged.
  private static let mostPercent = 2

  /// Looks for such points. O(points).
  init(_ rows: LayerRows) {
    guard rows.pointX.count >= Self.fewest else { return }
    let cells = DegreeCells(rows)
    let (few, many) = (max(3, rows.pointX.count * Self.mostPercent / 100), rows.pointX.count / 4)
    let suspects = Set(
      cells.counts.indices.filter { cell in
        let (longitude, latitude) = (cell % 360, cell / 360)
        // Longitudes beyond 90 degrees are no latitudes.
        return cells.counts[cell] > 0 && (90..<270).contains(longitude)
          && cells.count(around: longitude, latitude, Self.reach) <= few
          && cells.count(around: latitude + 90, longitude - 90, Self.reach) > many
      })
    guard !suspects.isEmpty else { return }
    for point in rows.pointX.indices where suspects.contains(cells.cell(rows.pointX[point], rows.pointY[point])) {
      if self.rows.last != rows.pointRows[point] { self.rows.append(rows.pointRows[point]) }
    }
    if self.rows.count > few { self.rows = [] }
  }

  /// The warning; nil if there are none.
  package func diagnostic(
    _ layer: LayerConfiguration, _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws -> Diagnostic? {
    let text =
      ": \(Counted.text(rows.count, "feature lies", "features lie")) far from all others, but would lie among them if latitude "
      + "and longitude were swapped. GeoJSON expects the longitude first"
    return try Diagnostic(.exchangedAxes, text, rows, in: layer, origins, sources)
  }
}

/// The number of a layer's points in each cell of one degree.
private struct DegreeCells {
  /// Per degree north of -90, and there per degree east of -180: the points.
  private(set) var counts = [Int](repeating: 0, count: 180 * 360)
  /// Per 2^20 world units from the north: the latitude in degrees north of -90.
  private let latitudes: [Int]

  init(_ rows: LayerRows) {
    latitudes = (0..<4096).map { row in
      Int((WorldPoint(x: 0, y: UInt32(row) << 20 | 1 << 19).coordinate.latitude + 90).rounded(.down))
    }
    for (x, y) in zip(rows.pointX, rows.pointY) { counts[cell(x, y)] += 1 }
  }

  /// The cell of a position on the world grid.
  func cell(_ x: UInt32, _ y: UInt32) -> Int { latitudes[Int(y >> 20)] * 360 + Int((UInt64(x) * 360) >> 32) }

  /// The points in the cells around one.
  func count(around longitude: Int, _ latitude: Int, _ reach: Int) -> Int {
    (max(0, latitude - reach)...min(179, latitude + reach)).reduce(0) { sum, latitude in
      let row = latitude * 360
      return counts[row + max(0, longitude - reach)...row + min(359, longitude + reach)].reduce(sum, +)
    }
  }
}
