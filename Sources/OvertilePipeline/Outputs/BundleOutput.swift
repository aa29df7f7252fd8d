/// What a run makes of its layers: a bundle that is published, or only what would come of one.
protocol BundleOutput: ~Copyable {
  /// Makes or counts the tiles.
  ///
  /// - Throws: `PipelineError`, or what the archives say.
  borrowing func tiled(_ drawn: consuming DrawnLayers, _ run: inout BuildRun) throws -> TiledLayers

  /// Judges the bundle and publishes it.
  ///
  /// - Returns: the complete counts.
  /// - Throws: `PipelineError.badData` when a gate does not let it pass.
  borrowing func commit(_ bundle: consuming SealedBundle, _ run: inout BuildRun) throws -> BuildReport

  /// Leaves what a run leaves that fails.
  ///
  /// - Returns: the failure, which also says what was left.
  borrowing func failed(_ failure: PipelineError, _ run: inout BuildRun) -> PipelineError
}
