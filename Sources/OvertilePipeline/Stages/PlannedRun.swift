import OvertileConfiguration

/// A run of which everything is known that can be known before a feature is read: where it writes, and what it reads.
struct PlannedRun {
  /// Every place that the run writes.
  let places: RunPlaces
  /// Where its results go.
  let target: OutputPlace
  /// The sources, their files and commands found.
  let sources: [PlannedSource]

  /// Finds places and sources, and tells what is already worth a warning. Makes nothing.
  ///
  /// - Throws: `PipelineError` for a source that cannot be read, and for a place that is not ours.
  init(_ run: inout BuildRun) throws {
    target = OutputPlace(run.configuration)
    places = try Self.places(run.configuration, run.options)
    sources = try PlannedSource.all(avoiding: places, run.commands)
    try places.rejectForeign()
    for warning in sources.flatMap(\.warnings) { run.log.warn(warning) }
    run.log.diagnose(sources.flatMap(\.diagnostics))
    run.log.diagnose(ConfigurationWarnings.diagnostics(run.configuration))
  }

  /// Every place that a run with such options writes.
  static func places(_ configuration: PipelineConfiguration, _ options: BuildOptions) throws -> RunPlaces {
    try RunPlaces(
      configuration, rejected: options.gates.rejectedPlace(OutputPlace(configuration)), metrics: options.metrics)
  }
}
