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
    let places = try origins.places(rows.prefix(Self.places), layer, sources)
    let text =
      "layer \"\(layer.name.value)\": there are so many crossings between \(Counted.text(rows.count, "shape")) and "
      + "others that Overtile did not look for all of them after simplification, so shapes may cross at low zooms where the "
      + "source does not. Borders are still shared, and each polygon is valid. To simplify each shape by itself, move these shapes to a separate "
      + "layer with method: topology; first at "
      + "\(places.first ?? "")"
    var diagnostic = Diagnostic(.tangledShapes, text, source: layer.source.value, layer: layer.name.value)
    (diagnostic.count, diagnostic.places) = (rows.count, places)
    return diagnostic
  }
}
