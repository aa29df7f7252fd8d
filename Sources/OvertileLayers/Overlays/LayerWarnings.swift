import OvertileConfiguration
import OvertileExpressions
import OvertileReading

/// The warnings about many features of a layer together.
extension Diagnostic {
  /// The warning about features of a layer that repeat others exactly; nil if the configuration says what happens to them.
  init?(
    repeats: [UInt32], in layer: LayerConfiguration, _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws {
    guard layer.duplicates == nil else { return nil }
    let text =
      " has \(Counted.text(repeats.count, "exact duplicate")) of features, with the same id, position and properties. "
      + "To remove duplicates, set `duplicates: drop`; to accept them, set `duplicates: keep`"
    try self.init(.exactRepeats, text, repeats.sorted(), naming: 1, in: layer, origins, sources)
  }

  /// The warning about borders of a layer that nearly match; nil if all borders match.
  init?(
    near: BuiltLayer.NearBorderRows?, in layer: LayerConfiguration, _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws {
    guard let (borders, rows) = near else { return nil }
    let text =
      ": the borders of \(Counted.text(rows.count, "feature")) almost match those of others "
      + "(\(borders.isPartial ? "at least " : "")\(Counted.text(borders.count, "vertex", "vertices"))), so gaps may appear "
      + "at low zooms. To join the borders, set shape: {snap: 1m}"
    try self.init(.bordersNearlyMatch, text, rows, naming: 3, in: layer, origins, sources)
  }

  /// The warning about shapes that cross each other so often that not all crossings of their simplification were looked
  /// for; nil if there are none.
  init?(
    tangled rows: [UInt32], in layer: LayerConfiguration, _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws {
    let text =
      ": there are so many crossings between \(Counted.text(rows.count, "shape")) and others that Overtile did not look for "
      + "all of them after simplification, so shapes may cross at low zooms where the source does not. Borders are still "
      + "shared, and each polygon is valid. To simplify each shape by itself, move these shapes to a separate layer with "
      + "method: topology"
    try self.init(.tangledShapes, text, rows, naming: 3, in: layer, origins, sources)
  }
}
