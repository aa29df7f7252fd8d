import OvertileConfiguration

/// The layers after reading: rows, and everything that must be known of rows before they become overlays.
///
/// Made by `PlannedRun.read`; `drawn` consumes the rows.
struct ReadLayers: ~Copyable {
  /// The sources that were read.
  let sources: [PlannedSource]
  /// The digest of all rows in their order, which names the work.
  let order: String
  /// Per layer: the source location of each row.
  let origins: [RowOrigins]
  /// Per layer: whether its features are in plausible positions.
  let surveys: [LayerSurvey]
  /// The configuration with a last zoom for every layer, now that the features are known.
  let configuration: PipelineConfiguration
  /// Per layer: its shapes whose borders were joined with others; nil without `snap`.
  private let snapped: [SnappedRows?]
  private var rows: [LayerRows]

  /// Joins borders where the configuration demands it, and examines rows. O(points and vertices).
  fileprivate init(
    _ rows: consuming [LayerRows], of sources: [PlannedSource], _ run: inout BuildRun
  ) throws {
    var (rows, snapped): ([LayerRows], [SnappedRows?]) = (rows, [])
    for (index, layer) in run.configuration.layers.enumerated() {
      snapped.append(try SnappedRows(joining: &rows[index], of: layer, run.work))
      if let warning = snapped[index]?.warning(layer) { run.log.warn(warning) }
    }
    let automatic = try AutomaticZooms(grid: run.grid, work: run.work).resolved(run.configuration, rows)
    let configuration = automatic.configuration
    run.log.diagnose(automatic.warnings)
    run.memory.giveBackBetweenSteps()
    (self.sources, self.configuration) = (sources, configuration)
    (self.snapped, self.rows) = (snapped, rows)
    order = FeatureSetDigest.ordered(rows)
    origins = rows.map { RowOrigins($0) }
    surveys = rows.map(LayerSurvey.init)
  }

  /// Makes the overlays of every layer, one after the other, and releases its rows.
  ///
  /// - Throws: `PipelineError`.
  consuming func drawn(_ run: inout BuildRun) throws -> DrawnLayers {
    var layers: [any OverlayLayer] = []
    var digests: [(name: String, features: String)] = []
    let stage = CameraStage(configuration: configuration)
    var cameras: [CameraStage.OfLayer] = []
    for (index, layer) in configuration.layers.enumerated() {
      try run.cancellation.check()
      // Clusters show every point, and release its position while they are made.
      let showsAll = if case .cluster = layer.kind { true } else { false }
      if showsAll { cameras.append(try stage.cameras(ofLayer: index, rows[index])) }
      let built = try run.building.build(layer, &rows[index])
      if !showsAll {
        cameras.append(try stage.cameras(ofLayer: index, rows[index], without: built.overlays.neverShown))
      }
      rows[index] = .none
      run.memory.giveBackBetweenSteps()
      for warning in built.warnings { run.log.warn(warning) }
      run.log.diagnose(built.diagnostics)
      for row in built.duplicateRows.sorted() {
        try run.ledger.add(
          origins[index].entry(
            row, code: .duplicateID,
            reason: "another feature has the same id, so this one is shown with a different id",
            layer: layer, sources))
      }
      run.log.note(snapped[index]?.counts, ofLayer: index)
      for entry in snapped[index]?.entries ?? [] {
        try run.ledger.add(
          origins[index].entry(entry.row, code: entry.code, reason: entry.reason, layer: layer, sources))
      }
      if let near = try NearBordersWarning(built, layer).diagnostic(origins[index], sources) {
        run.log.diagnose([near])
      }
      if let tangled = try TangledShapesWarning(built, layer).diagnostic(origins[index], sources) {
        run.log.diagnose([tangled])
      }
      if let repeated = try Diagnostic(repeats: built.repeats, in: layer, origins[index], sources) {
        run.log.diagnose([repeated])
      }
      for row in built.repeats.droppedRows {
        try run.ledger.add(
          origins[index].entry(
            row, code: .repeated,
            reason: "the feature is an exact duplicate of another and was removed by `duplicates: drop`",
            layer: layer, sources))
      }
      run.log.noteDropped(built.repeats, ofLayer: index)
      for row in built.mendedRows {
        try run.ledger.add(
          origins[index].entry(
            row, code: .simplificationRepaired,
            reason: "the simplified shape was invalid at some zoom and was repaired",
            layer: layer, sources))
      }
      layers.append(built.overlays)
      digests.append((layer.name.value, built.featureDigest))
    }
    let cameraResult = try stage.result(cameras)
    for warning in cameraResult.warnings { run.log.warn(warning) }
    return DrawnLayers(
      configuration: configuration, sources: sources, order: order, origins: origins, surveys: surveys,
      cameras: cameraResult, layers: layers, features: FeatureSetDigest.digest(digests))
  }
}

extension PlannedRun {
  /// Reads every source into the rows of its layers.
  ///
  /// - Throws: `PipelineError`, also if an input changed meanwhile.
  func read(_ run: inout BuildRun) throws -> ReadLayers {
    run.log.begin(.read)
    run.log.expect(sources)
    let rows = try settledRows(&run)
    run.log.begin(.overlays)
    return try ReadLayers(rows, of: sources, &run)
  }

  /// The rows, if no input has changed meanwhile.
  private func settledRows(_ run: inout BuildRun) throws -> [LayerRows] {
    let inputs = InputStates(sources, checksContents: run.options.checksInputs)
    do {
      let rows = try rows(&run)
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

  private func rows(_ run: inout BuildRun) throws -> [LayerRows] {
    var rows = try run.configuration.layers.map { LayerRows(extraColumns: try ExtraColumns($0).columns.count) }
    run.parts = try run.options.parts.map { try PartFolder($0, run.configuration, sources, run.work) }
    for (index, source) in sources.enumerated() {
      var slices: any SliceSupply =
        run.parts?.slices(ofSource: index) ?? FileSequence(source, run.commands, bound: run.memory.bound)
      try read(source, &slices, into: &rows, &run)
    }
    run.memory.giveBackBetweenSteps()
    return rows
  }

  private func read(
    _ source: PlannedSource, _ slices: inout any SliceSupply, into rows: inout [LayerRows], _ run: inout BuildRun
  ) throws {
    var own = source.layerIndices.map { rows[$0] }
    for index in source.layerIndices { rows[index] = .none }
    let log = run.log
    let reader = SourceReader(source: source, work: run.work)
    let output = try reader.read(&slices, into: &own, ledger: &run.ledger) { progress in
      log.read(bytes: progress.bytes, features: progress.features)
    }
    for (index, layerRows) in zip(source.layerIndices, own) { rows[index] = layerRows }
    run.log.add(output, of: source, run.ledger.totals)
    let longEdges = Diagnostic(longEdges: run.ledger.count(of: .longEdge, source: source.name), source: source.name)
    run.log.diagnose([longEdges].compactMap(\.self))
    let errors = run.log.judgeProperties(of: source, run.ledger.errors)
    try Tolerance(source: source).check(output, errors)
    for (mapping, tiles) in zip(source.layers, output.tiles) { try TileEstimate.check(tiles, of: mapping.layer) }
  }
}
