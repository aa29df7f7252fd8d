import Configuration

extension PipelineBuild {
  /// What making a layer of some rows tells: the warnings, and how many rows no zoom would show.
  ///
  /// Nil of shapes, which cost too much for a look, and of layers whose last zoom depends on all features.
  ///
  /// - Throws: what a build would.
  func survey(_ layer: LayerConfiguration, _ rows: inout LayerRows) throws -> (
    diagnostics: [Diagnostic], neverShown: Int
  )? {
    if case .shape = layer.kind { return nil }
    guard !layer.endsByItself, rows.count > 0 else { return nil }
    let made = try overlays(layer, &rows)
    guard case .circle = layer.kind else { return (made.diagnostics, 0) }
    let plan = TilePlan(
      [made.overlays], grid: grid, encoding: configuration.output.tileFormat, gzipLevel: configuration.output.level)
    return (made.diagnostics, try plan.census(cancellation).neverShown[0].count)
  }
}
