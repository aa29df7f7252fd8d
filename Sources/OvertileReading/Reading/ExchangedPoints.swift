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
    for point in rows.pointX.indices {
      let cell = cells.cell(rows.pointX[point], rows.pointY[point])
      // Longitudes beyond 90 degrees are no latitudes.
      let exchanged = (longitude: cell.latitude + 90, latitude: cell.longitude - 90)
      guard (0..<180).contains(exchanged.latitude), cells.count(around: cell, Self.reach) <= few,
        cells.count(around: exchanged, Self.reach) > many
      else { continue }
      if self.rows.last != rows.pointRows[point] { self.rows.append(rows.pointRows[point]) }
    }
    if self.rows.count > few { self.rows = [] }
  }

  /// The warning; nil if there are none.
  package func diagnostic(
    _ layer: LayerConfiguration, _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws -> Diagnostic? {
    guard !rows.isEmpty else { return nil }
    let places = try origins.places(rows.prefix(3), layer, sources)
    let text =
      "layer \"\(layer.name.value)\": \(Counted.text(rows.count, "feature lies", "features lie")) far from all others, but would "
      + "lie among them if latitude and longitude were swapped. GeoJSON expects the longitude first; check \(places.joined(separator: ", "))"
    var diagnostic = Diagnostic(.exchangedAxes, text, source: layer.source.value, layer: layer.name.value)
    (diagnostic.count, diagnostic.places) = (rows.count, places)
    return diagnostic
  }
}

/// The number of a layer's points in each cell of one degree.
private struct DegreeCells {
  /// A cell by whole degrees east of -180 and north of -90.
  typealias Cell = (longitude: Int, latitude: Int)

  /// Per cell, with an empty row and column before the first: the points in it and in all cells south and west of it.
  private var sums = [Int](repeating: 0, count: 361 * 181)
  /// Per 2^20 world units from the north: the latitude in degrees north of -90.
  private let latitudes: [Int]

  init(_ rows: LayerRows) {
    latitudes = (0..<4096).map { row in
      Int((WorldPoint(x: 0, y: UInt32(row) << 20 | 1 << 19).coordinate.latitude + 90).rounded(.down))
    }
    for (x, y) in zip(rows.pointX, rows.pointY) {
      let found = cell(x, y)
      sums[(found.latitude + 1) * 361 + found.longitude + 1] += 1
    }
    for latitude in 1...180 {
      for longitude in 1...360 {
        let index = latitude * 361 + longitude
        sums[index] += sums[index - 1] + sums[index - 361] - sums[index - 362]
      }
    }
  }

  func cell(_ x: UInt32, _ y: UInt32) -> Cell {
    (Int((UInt64(x) * 360) >> 32), latitudes[Int(y >> 20)])
  }

  /// The points of the cells around one.
  func count(around cell: Cell, _ reach: Int) -> Int {
    let (west, east) = (max(0, cell.longitude - reach), min(360, cell.longitude + reach + 1))
    let (south, north) = (max(0, cell.latitude - reach), min(180, cell.latitude + reach + 1))
    return sums[north * 361 + east] - sums[north * 361 + west] - sums[south * 361 + east] + sums[south * 361 + west]
  }
}
