import OvertileConfiguration

/// A run of which everything is known that can be known before a feature is read: where it writes, and what it reads.
struct PlannedRun {
  /// Every place that the run writes.
  let paths: RunPaths
  /// Where its results go.
  let target: OutputPaths
  /// The sources, their files and commands found.
  let sources: [PlannedSource]

  /// Finds places and sources, and tells what is already worth a warning. Makes nothing.
  ///
  /// - Throws: `PipelineError` for a source that cannot be read, and for a place that is not ours.
  init(_ run: inout BuildRun) throws {
    target = OutputPaths(run.configuration)
    paths = try Self.paths(run.configuration, run.options)
    sources = try PlannedSource.all(avoiding: paths, run.commands)
    try paths.rejectForeign()
    for warning in sources.flatMap(\.warnings) { run.log.warn(warning) }
    run.log.diagnose(sources.flatMap(\.diagnostics))
    run.log.diagnose(ConfigurationWarnings.diagnostics(run.configuration))
  }

  /// Every place that a run with such options writes.
  static func paths(_ configuration: PipelineConfiguration, _ options: BuildOptions) throws -> RunPaths {
    try RunPaths(
      configuration, rejected: options.gates.rejectedPaths(OutputPaths(configuration)), metrics: options.metrics)
  }
}
