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
  /// The cameras that show them.
  let cameras: CameraStage.Result
  /// Per layer: its shapes whose borders were joined with others; nil without `snap`.
  private let snapped: [SnappedRows?]
  /// Of some rows only the digests, if layers are joined.
  private var rows: [LayerRows]
  /// The layers that are joined from roots of tasks; nil if all are made of rows.
  private let joined: [JoinedLayer]?
  /// Per layer: what tasks have cut of its circles or shapes; nil if they are cut here.
  private let cuts: [SliceCuts?]

  /// Joins borders where the configuration demands it, and examines rows. O(points and vertices).
  fileprivate init(
    _ rows: consuming [LayerRows], cuts: [SliceCuts?], of sources: [PlannedSource], _ run: inout BuildRun
  ) throws {
    self.cuts = cuts
    var (rows, snapped): ([LayerRows], [SnappedRows?]) = (rows, [])
    for (index, layer) in run.configuration.layers.enumerated() {
      snapped.append(try SnappedRows(joining: &rows[index], of: layer, run.work))
      if let warning = snapped[index]?.warning(layer) { run.log.warn(warning) }
    }
    let automatic = try AutomaticZooms(grid: run.grid, work: run.work).resolved(run.configuration, rows)
    let configuration = automatic.configuration
    run.log.diagnose(automatic.warnings)
    run.memory.giveBackBetweenSteps()
    let cameras = try CameraStage(configuration: configuration, censuses: run.log.censuses).run(rows)
    for warning in cameras.warnings { run.log.warn(warning) }
    (self.sources, self.configuration, self.cameras) = (sources, configuration, cameras)
    (self.snapped, self.rows, joined) = (snapped, rows, nil)
    order = FeatureSetDigest.ordered(rows)
    origins = rows.map { RowOrigins($0) }
    surveys = rows.map(LayerSurvey.init)
  }

  /// The layers that are joined from roots of tasks, beside the digests of their rows.
  fileprivate init(
    _ joined: [JoinedLayer], _ rows: [LayerRows], of sources: [PlannedSource], _ run: inout BuildRun
  ) throws {
    (self.sources, self.joined, self.rows, configuration) = (sources, joined, rows, run.configuration)
    cameras = try CameraStage(configuration: run.configuration, censuses: run.log.censuses)
      .run(extents: joined.map(\.extent))
    for warning in cameras.warnings { run.log.warn(warning) }
    (snapped, cuts) = (joined.map { _ in nil }, [])
    order = FeatureSetDigest.ordered(rows)
    origins = joined.map { RowOrigins(unnamedPoints: $0.overlays.roots.pointCount) }
    surveys = joined.map(\.positions)
  }

  /// The overlays of layers that are joined.
  private consuming func drawn(_ joined: [JoinedLayer], _ run: inout BuildRun) -> DrawnLayers {
    for (layer, own) in zip(configuration.layers, joined) {
      guard case .cluster(let cluster) = layer.kind else { continue }
      let builder = ClusterLayerBuilder(layer: layer, cluster: cluster, grid: run.grid, work: run.work)
      for warning in builder.warnings(unfinishedCount: own.unfinishedCount) { run.log.warn(warning) }
      run.log.diagnose(own.diagnostics)
    }
    let digests = zip(configuration.layers, joined).map { (name: $0.name.value, features: $1.featureDigest) }
    return DrawnLayers(
      configuration: configuration, sources: sources, order: order, origins: origins, surveys: surveys,
      cameras: cameras, layers: joined.map(\.overlays), features: FeatureSetDigest.digest(digests))
  }

  /// Makes the overlays of every layer, one after the other, and releases its rows.
  ///
  /// - Throws: `PipelineError`.
  consuming func drawn(_ run: inout BuildRun) throws -> DrawnLayers {
    if let joined { return drawn(joined, &run) }
    var layers: [any OverlayLayer] = []
    var digests: [(name: String, features: String)] = []
    for (index, layer) in configuration.layers.enumerated() {
      try run.cancellation.check()
      let built = try run.building.build(layer, &rows[index], cuts: cuts[index])
      rows[index] = .none
      run.memory.giveBackBetweenSteps()
      for warning in built.warnings { run.log.warn(warning) }
      run.log.diagnose(built.diagnostics)
      for row in built.duplicateRows.sorted() {
        try run.ledger.add(
          origins[index].entry(
            row, code: .duplicateID,
            reason: "another feature has the same id; this one is shown under its own",
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
      for row in built.mendedRows {
        try run.ledger.add(
          origins[index].entry(
            row, code: .simplificationRepaired,
            reason: "its simplification was not valid at some zoom, and was repaired",
            layer: layer, sources))
      }
      layers.append(built.overlays)
      digests.append((layer.name.value, built.featureDigest))
    }
    return DrawnLayers(
      configuration: configuration, sources: sources, order: order, origins: origins, surveys: surveys,
      cameras: cameras,
      layers: layers, features: FeatureSetDigest.digest(digests))
  }
}

extension PlannedRun {
  /// Reads every source into the rows of its layers.
  ///
  /// - Throws: `PipelineError`, also if an input changed meanwhile.
  func read(_ run: inout BuildRun) throws -> ReadLayers {
    run.log.begin(.read)
    run.log.expect(sources)
    let (rows, joined, cuts) = try settledRows(&run)
    run.log.begin(.overlays)
    if let joined { return try ReadLayers(joined, rows, of: sources, &run) }
    return try ReadLayers(rows, cuts: cuts, of: sources, &run)
  }

  /// The rows and what tasks have cut of them by layer, or their digests beside the layers that are joined.
  private typealias Rows = (rows: [LayerRows], joined: [JoinedLayer]?, cuts: [SliceCuts?])

  /// All of these, if no input has changed meanwhile.
  private func settledRows(_ run: inout BuildRun) throws -> Rows {
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

  private func rows(_ run: inout BuildRun) throws -> Rows {
    let memory = run.memory
    var rows = try emptyRows(run.configuration, memory)
    let parts = try run.options.parts.map { try PartFolder($0, run.configuration, run.options.memory) }
    try parts?.check(sources)
    run.parts = parts
    let divided = parts.map { DividedTiles(run.configuration, $0.plan) }
    // A preview makes the overlays of all zooms.
    let joins = !run.options.isDryRun && divided?.handsRoots(run.options.memory) == true
    var outputs: [SourceReader.Output] = []
    for (index, source) in sources.enumerated() {
      let elsewhere = parts.map { ResultsElsewhere($0, source, index: index, withRows: !joins) }
      outputs.append(try read(source, into: &rows, elsewhere: elsewhere, &run))
    }
    if joins, let parts, let divided {
      let joined = try self.joined(rows, outputs, parts, divided, &run)
      if let joined { return (rows, joined, []) }
      rows = try emptyRows(run.configuration, memory)
      for source in sources { try readAgain(source, into: &rows, run) }
    }
    for index in rows.indices { try rows[index].finish() }
    let cuts = try parts.map { try take($0, into: &rows, run.configuration, run.options.memory) }
    memory.note(readShare: nil, load: rows.reduce(MemoryLoad()) { $0 + $1.load })
    memory.giveBackBetweenSteps()
    return (rows, nil, cuts ?? rows.map { _ in nil })
  }

  private func emptyRows(_ configuration: PipelineConfiguration, _ memory: MemoryWatch) throws -> [LayerRows] {
    try configuration.layers.map { layer in
      try LayerRows(extraColumns: try ExtraColumns(layer).columns.count, spilling: memory)
    }
  }

  /// The layers joined from the roots of tasks; nil if one must be made of its rows.
  private func joined(
    _ rows: [LayerRows], _ outputs: [SourceReader.Output], _ parts: PartFolder, _ divided: DividedTiles,
    _ run: inout BuildRun
  ) throws -> [JoinedLayer]? {
    guard sources.allSatisfy(\.isDivisible) else { return nil }
    let points = Dictionary(
      uniqueKeysWithValues: zip(sources, outputs).flatMap { zip($0.layerIndices, $1.points).map { ($0, $1) } })
    var joined: [JoinedLayer] = []
    for (index, layer) in run.configuration.layers.enumerated() {
      try run.cancellation.check()
      guard case .cluster(let cluster) = layer.kind, let drawn = divided.zooms(ofLayer: index),
        let levels = layer.shardPlan(run.configuration.output, tileZoom: divided.tileZoom)?.levels.count,
        let own = try JoinedLayer(
          layer, layer.clusterOptions(cluster), rows[index], points: points[index] ?? 0, parts, index: index,
          levels: levels, drawn: drawn, grid: run.grid, threads: run.work.threads)
      else { return nil }
      joined.append(own)
    }
    return joined
  }

  /// Reads the rows of a source, since a layer cannot be joined; only their digests were read before.
  private func readAgain(_ source: PlannedSource, into rows: inout [LayerRows], _ run: borrowing BuildRun) throws {
    var own = source.layerIndices.map { rows[$0] }
    for index in source.layerIndices { rows[index] = .none }
    try SourceReader(source: source, work: run.work, commands: run.commands).readAgain(into: &own)
    for (index, layerRows) in zip(source.layerIndices, own) { rows[index] = layerRows }
  }

  /// Takes the clusters that tasks have made of the layers of sources that tasks have read; returns what they have cut to tiles.
  private func take(
    _ parts: PartFolder, into rows: inout [LayerRows], _ configuration: PipelineConfiguration, _ bound: MemoryBound?
  ) throws -> [SliceCuts?] {
    var cuts: [SliceCuts?] = rows.map { _ in nil }
    for index in sources.filter(\.isDivisible).flatMap(\.layerIndices) {
      let layer = configuration.layers[index]
      let count = rows[index].pointX.count + rows[index].shapes.count
      if count > 0, layer.isCutSliceBySlice(bound: bound) {
        cuts[index] = try SliceCuts(parts, layer, index: index, numbers: rows[index].numbers, count: count)
      }
      guard let plan = layer.shardPlan(configuration.output, tileZoom: parts.plan.tileZoom) else { continue }
      rows[index].clusters = try parts.clusters(
        ofLayer: index, levels: plan.levels.count, points: rows[index].pointX.count)
    }
    return cuts
  }

  private func read(
    _ source: PlannedSource, into rows: inout [LayerRows], elsewhere: ResultsElsewhere?, _ run: inout BuildRun
  ) throws -> SourceReader.Output {
    var own = source.layerIndices.map { rows[$0] }
    for index in source.layerIndices { rows[index] = .none }
    let before = rows.reduce(MemoryLoad()) { $0 + $1.load }
    let (memory, log) = (run.memory, run.log)
    let output = try SourceReader(
      source: source, work: run.work, commands: run.commands, elsewhere: elsewhere
    ).read(into: &own, ledger: &run.ledger) { progress in
      log.read(bytes: progress.bytes, features: progress.features)
      memory.note(readShare: log.readShare(storedBytes: progress.storedBytes), load: before + progress.load)
    }
    for (index, layerRows) in zip(source.layerIndices, own) { rows[index] = layerRows }
    run.log.add(output, of: source, run.ledger.totals)
    let longEdges = Diagnostic(longEdges: run.ledger.count(of: .longEdge, source: source.name), source: source.name)
    run.log.diagnose([longEdges].compactMap(\.self))
    let errors = run.log.judgeProperties(of: source, run.ledger.errors)
    try Tolerance(source: source, sample: output.sample).check(output, errors)
    for (mapping, tiles) in zip(source.layers, output.tiles) { try TileEstimate.check(tiles, of: mapping.layer) }
    return output
  }
}
