import OvertileConfiguration
import OvertileExpressions
import OvertileReading
import OvertileShapes

/// The warning about borders of a layer that nearly match.
struct NearBordersWarning {
  private let near: (borders: NearBorders, rows: [UInt32])?
  private let layer: LayerConfiguration

  /// Prepares the warning about a layer.
  init(_ built: BuiltLayer, _ layer: LayerConfiguration) {
    (near, self.layer) = (built.nearBorders, layer)
  }

  /// The source locations that the warning lists.
  private static let places = 3

  /// The warning; nil if all borders match.
  func diagnostic(_ origins: RowOrigins, _ sources: [PlannedSource]) throws -> Diagnostic? {
    guard let near, near.borders.count > 0 else { return nil }
    let places = try origins.places(near.rows.prefix(Self.places), layer, sources)
    let positions = Counted.text(near.borders.count, "vertex", "vertices")
    let text =
      "layer \"\(layer.name.value)\": the borders of \(Counted.text(near.rows.count, "feature")) almost match those of "
      + "others (\(near.borders.isPartial ? "at least " : "")\(positions)), so gaps may appear at low zooms. To join the "
      + "borders, set shape: {snap: 1m}; first at \(places.first ?? "")"
    var diagnostic = Diagnostic(.bordersNearlyMatch, text, source: layer.source.value, layer: layer.name.value)
    (diagnostic.count, diagnostic.places) = (near.rows.count, places)
    return diagnostic
  }
}
