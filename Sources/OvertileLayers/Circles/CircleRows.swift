import MapMath
import OvertileCircles
import OvertileConfiguration
import OvertileCore
import OvertileReading

/// The circles of a circle layer's points, made from its rows.
struct CircleRows {
  let rows: LayerRows
  private let model: CircleModel
  private let tileSize: Double
  /// The radii of a row: one, or one for each zoom of the layer.
  let radiiPerRow: Int

  /// Prepares to read rows with a layer's options.
  init(_ rows: LayerRows, _ options: CircleLayer) {
    (self.rows, model, tileSize) = (rows, options.model, Double(options.rules.tileSizePixels))
    radiiPerRow = rows.count == 0 ? 1 : rows.radii.count / rows.count
  }

  /// The circle around a point, with one of its row's radii.
  func circle(ofPoint point: Int, radius index: Int) throws -> Circle {
    try circle(ofPoint: point, radius: rows.radii[Int(rows.pointRows[point]) * radiiPerRow + index])
  }

  /// The circle around a point with the largest of its row's radii.
  func largestCircle(ofPoint point: Int) throws -> Circle {
    let first = Int(rows.pointRows[point]) * radiiPerRow
    return try circle(ofPoint: point, radius: rows.radii[first..<first + radiiPerRow].max() ?? 0)
  }

  private func circle(ofPoint point: Int, radius: Double) throws -> Circle {
    let center = Coordinate(
      latitude: rows.pointLatitudes[point], longitude: WorldGrid.longitude(x: Double(rows.pointX[point])))
    return try Circle(center: center, radius: radius, model: model, tileSize: tileSize)
  }
}
