import OvertileConfiguration

/// A run with everything that can be known before a feature is read: the paths that it writes, and its inputs.
package struct PlannedRun {
  /// Every path that the run writes.
  package let paths: RunPaths
  /// The paths of its results.
  package let target: OutputPaths
  /// The sources, their files and commands found.
  package let sources: [PlannedSource]

  /// Finds paths and sources, and reports the first warnings. Makes nothing.
  ///
  /// - Throws: `PipelineError` for a source that cannot be read, and for a foreign file at a path.
  package init(_ run: inout BuildRun) throws {
    target = OutputPaths(run.configuration)
    paths = try Self.paths(run.configuration, run.options)
    sources = try PlannedSource.all(avoiding: paths, run.commands)
    try paths.rejectForeign()
    for warning in sources.flatMap(\.warnings) { run.log.warn(warning) }
    run.log.diagnose(sources.flatMap(\.diagnostics))
    run.log.diagnose(OutputName.diagnostics(run.configuration.output))
  }

  /// Every path that a run with such options writes.
  package static func paths(_ configuration: PipelineConfiguration, _ options: BuildOptions) throws -> RunPaths {
    try RunPaths(
      configuration, rejected: options.gates.rejectedPaths(OutputPaths(configuration)), metrics: options.metrics)
  }

  /// Reads every source.
  ///
  /// - Returns: per layer: its rows, which `DrawnLayers` consumes.
  /// - Throws: `PipelineError`, also if an input changed meanwhile.
  package func read(_ run: inout BuildRun) throws -> [LayerRows] {
    run.log.begin(.read)
    run.log.expect(sources)
    let inputs = InputStates(sources, checksContents: run.options.checksInputs)
    do {
      var rows = run.configuration.layers.map { LayerRows(extraColumns: ExtraColumns($0).columns.count) }
      run.parts = try run.options.parts.map { try PartFolder($0, run.configuration, sources, run.work) }
      for (index, source) in sources.enumerated() {
        var slices: any SliceSupply =
          run.parts?.slices(ofSource: index) ?? FileSequence(source, run.commands, bound: run.memory.bound)
        try read(source, &slices, into: &rows, &run)
      }
      run.memory.giveBackBetweenSteps()
      try inputs.check()
      return rows
    } catch PipelineError.cancelled {
      throw PipelineError.cancelled
    } catch {
      // A file that changes looks damaged as well; the change is then the reason.
      try inputs.check()
      throw error
    }
  }

  private func read(
    _ source: PlannedSource, _ slices: inout any SliceSupply, into rows: inout [LayerRows], _ run: inout BuildRun
  ) throws {
    let log = run.log
    let output = try source.read(&slices, into: &rows, ledger: &run.ledger, on: run.work) { log.read($0) }
    run.log.add(output, of: source, run.ledger.totals)
    let longEdges = Diagnostic(longEdges: run.ledger.count(of: .longEdge, source: source.name), source: source.name)
    run.log.diagnose([longEdges].compactMap(\.self))
    let errors = run.log.judgeProperties(of: source, run.ledger.errors)
    try source.checkRejections(output, errors)
    for (mapping, read) in zip(source.layers, output.total.layers) {
      try TileEstimate.check(read.tiles, of: mapping.layer)
    }
  }
}
