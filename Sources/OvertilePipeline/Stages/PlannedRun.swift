import OvertileConfiguration

/// A run with everything that can be known before a feature is read: the paths that it writes, and its inputs.
struct PlannedRun {
  /// Every path that the run writes.
  let paths: RunPaths
  /// The paths of its results.
  let target: OutputPaths
  /// The sources, their files and commands found.
  let sources: [PlannedSource]

  /// Finds paths and sources, and reports the first warnings. Makes nothing.
  ///
  /// - Throws: `PipelineError` for a source that cannot be read, and for a foreign file at a path.
  init(_ run: inout BuildRun) throws {
    target = OutputPaths(run.configuration)
    paths = try Self.paths(run.configuration, run.options)
    sources = try PlannedSource.all(avoiding: paths, run.commands)
    try paths.rejectForeign()
    for warning in sources.flatMap(\.warnings) { run.log.warn(warning) }
    run.log.diagnose(sources.flatMap(\.diagnostics))
    run.log.diagnose(OutputName.diagnostics(run.configuration.output))
  }

  /// Every path that a run with such options writes.
  static func paths(_ configuration: PipelineConfiguration, _ options: BuildOptions) throws -> RunPaths {
    try RunPaths(
      configuration, rejected: options.gates.rejectedPaths(OutputPaths(configuration)), metrics: options.metrics)
  }
}
