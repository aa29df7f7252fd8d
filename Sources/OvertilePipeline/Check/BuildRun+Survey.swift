import OvertileConfiguration
import OvertileReading

extension BuildRun {
  /// The findings of making a layer of some rows: the warnings, and the number of rows that no zoom would show.
  ///
  /// Nil for shapes, which cost too much for a look, and for layers whose last zoom depends on all features.
  ///
  /// - Throws: the errors of a build.
  borrowing func survey(_ layer: LayerConfiguration, _ rows: inout LayerRows) throws -> (
    diagnostics: [Diagnostic], neverShown: Int
  )? {
    if case .shape = layer.kind { return nil }
    guard !layer.endsByItself, rows.count > 0 else { return nil }
    let made = try layer.drawn(&rows, configuration.output, work)
    guard case .circle = layer.kind else { return (made.diagnostics, 0) }
    return (made.diagnostics, made.overlays.neverShown.rows.count)
  }
}
