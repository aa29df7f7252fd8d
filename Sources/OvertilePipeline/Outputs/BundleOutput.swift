import OvertileLayers
import OvertileReading

/// The output of a run: a bundle that is published, or only a preview of one.
protocol BundleOutput: ~Copyable {
  /// Makes or counts the tiles.
  ///
  /// - Throws: `PipelineError`, or an error of the archives.
  borrowing func tiled(_ drawn: consuming DrawnLayers, _ run: inout BuildRun) throws -> TiledLayers

  /// Judges the bundle and publishes it.
  ///
  /// - Returns: the complete counts.
  /// - Throws: `PipelineError.badData` if a gate fails.
  borrowing func commit(_ bundle: consuming SealedBundle, _ run: inout BuildRun) throws -> BuildReport

  /// Writes the files that a failed run leaves.
  ///
  /// - Returns: the failure, which also names the files.
  borrowing func failed(_ failure: PipelineError, _ run: inout BuildRun) -> PipelineError
}
