import OvertileConfiguration
import OvertileExpressions
import OvertileReading

extension BuiltLayer {
  /// The warnings about many features of a layer together: borders that nearly match; shapes that cross each other so often
  /// that not all crossings of their simplification were looked for; and features that repeat others exactly, unless the
  /// configuration says what happens to them.
  func warnings(
    in layer: LayerConfiguration, _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws -> [Diagnostic] {
    func warning(_ code: WarningCode, _ rows: [UInt32], _ text: String) throws -> Diagnostic? {
      try Diagnostic(code, text, rows, in: layer, origins, sources)
    }
    let vertices = Counted.text(nearBorders?.count ?? 0, "vertex", "vertices")
    return try [
      warning(
        .bordersNearlyMatch, nearRows,
        ": the borders of \(Counted.text(nearRows.count, "feature")) almost match those of others "
          + "(\(nearBorders?.isPartial == true ? "at least " : "")\(vertices)), so gaps may appear at low zooms. To join the "
          + "borders, set shape: {snap: 1m}"),
      warning(
        .tangledShapes, tangledRows,
        ": there are so many crossings between \(Counted.text(tangledRows.count, "shape")) and others that Overtile did not look "
          + "for all of them after simplification, so shapes may cross at low zooms where the source does not. Borders are "
          + "still shared, and each polygon is valid. To simplify each shape by itself, move these shapes to a separate layer "
          + "with method: topology"),
      warning(
        .exactRepeats, layer.duplicates == nil ? repeats.sorted() : [],
        " has \(Counted.text(repeats.count, "exact duplicate")) of features, with the same id, position and properties. "
          + "To remove duplicates, set `duplicates: drop`; to accept them, set `duplicates: keep`"),
    ].compactMap(\.self)
  }
}
