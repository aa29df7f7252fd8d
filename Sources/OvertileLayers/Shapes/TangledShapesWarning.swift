import OvertileConfiguration
import OvertileExpressions
import OvertileReading

/// The warning about shapes that cross each other so often that not all crossings of their simplification were looked for.
struct TangledShapesWarning {
  private let rows: [UInt32]
  private let layer: LayerConfiguration

  /// Prepares the warning about a layer.
  init(_ built: BuiltLayer, _ layer: LayerConfiguration) { (rows, self.layer) = (built.tangledRows, layer) }

  /// The source locations that the warning lists.
  private static let places = 3

  /// The warning; nil if there are no such shapes.
  func diagnostic(_ origins: RowOrigins, _ sources: [PlannedSource]) throws -> Diagnostic? {
    guard !rows.isEmpty else { return nil }
    let places = try rows.prefix(Self.places).map { row in
      try origins.entry(row, code: .simplificationRepaired, reason: "", layer: layer, sources).locationText
    }
    let text =
      "layer \"\(layer.name.value)\": \(Counted.text(rows.count, "shape crosses", "shapes cross")) others so often that not all "
      + "crossings of their simplification were looked for: at low zooms they may cross where the source does not. Borders "
      + "are still shared, and each polygon is valid. To simplify each by itself: method: topology in a layer of their own; "
      + "first at "
      + "\(places.first ?? "")"
    var diagnostic = Diagnostic(.tangledShapes, text, source: layer.source.value, layer: layer.name.value)
    (diagnostic.count, diagnostic.places) = (rows.count, places)
    return diagnostic
  }
}
