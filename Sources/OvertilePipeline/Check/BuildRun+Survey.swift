import OvertileConfiguration

extension BuildRun {
  /// What making a layer of some rows tells: the warnings, and how many rows no zoom would show.
  ///
  /// Nil of shapes, which cost too much for a look, and of layers whose last zoom depends on all features.
  ///
  /// - Throws: what a build would.
  borrowing func survey(_ layer: LayerConfiguration, _ rows: inout LayerRows) throws -> (
    diagnostics: [Diagnostic], neverShown: Int
  )? {
    if case .shape = layer.kind { return nil }
    guard !layer.endsByItself, rows.count > 0 else { return nil }
    let made = try building.build(layer, &rows)
    guard case .circle = layer.kind else { return (made.diagnostics, 0) }
    return (made.diagnostics, try plan([made.overlays]).census(cancellation).neverShown[0].count)
  }
}
