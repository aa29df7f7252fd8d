import OvertileConfiguration
import OvertileExpressions
import OvertileReading

/// The overlays of every layer at every zoom, ready to be clipped to tiles. Made from the rows of `PlannedRun.read`.
package struct DrawnLayers: ~Copyable {
  /// The configuration with a last zoom for every layer.
  package let configuration: PipelineConfiguration
  /// The sources that were read.
  package let sources: [PlannedSource]
  /// The SHA-256 of each layer's rows in the order in which they were read.
  package let order: String
  /// Per layer: the source location of each row.
  package let origins: [RowOrigins]
  /// Per layer: whether its features are in plausible positions.
  package let surveys: [LayerSurvey]
  /// The cameras that show them.
  package let cameras: CameraStage.Result
  /// The overlays, in the order of the configuration.
  package let layers: [any OverlayLayer]
  /// The SHA-256 of each layer's name and the digest of its features in their canonical order; see `CanonicalItems`.
  package let features: String

  /// Joins borders where the configuration demands it, finds last zooms, and makes the overlays of every layer, one after the
  /// other, which releases its rows.
  ///
  /// - Throws: `PipelineError`.
  package init(_ planned: PlannedRun, _ rows: consuming [LayerRows], _ run: inout BuildRun) throws {
    run.log.begin(.overlays)
    let sources = planned.sources
    // The columns of the rows have one owner, so that they are changed and released in place.
    var rows = consume rows
    // Per layer, its shapes that changed; nil without `snap`.
    let snapped = try run.configuration.layers.enumerated().map { index, layer in
      try SnappedRows(joining: &rows[index], of: layer, run.work)
    }
    for warning in snapped.compactMap({ $0?.warning }) { run.log.warn(warning) }
    let automatic = try AutomaticZooms(grid: run.configuration.output.grid, work: run.work)
      .resolved(run.configuration, rows)
    let configuration = automatic.configuration
    run.log.diagnose(automatic.warnings)
    run.memory.giveBackBetweenSteps()
    let order = FileDigest.text(
      rows.map { rows in FileDigest.words(rows.keys.count) { (rows.keys[$0], rows.contents[$0]) } }.joined(
        separator: "\n"))
    let origins = rows.map { RowOrigins($0) }
    let surveys = rows.map(LayerSurvey.init)
    var layers: [any OverlayLayer] = []
    var digests = ""
    var cameras = CameraStage(configuration)
    for (index, layer) in configuration.layers.enumerated() {
      try run.cancellation.check()
      // Clusters show every point, and release its position while they are made.
      let showsAll = layer.layerKind == .cluster
      if showsAll { try cameras.add(layer, rows[index]) }
      let built = try layer.drawn(&rows[index], run.configuration.output.grid, run.work)
      if !showsAll { try cameras.add(layer, rows[index], without: built.overlays.neverShown) }
      rows[index] = .none
      run.memory.giveBackBetweenSteps()
      try Self.record(built, layer, at: index, snapped[index], origins[index], sources, &run)
      layers.append(built.overlays)
      digests += "\(CanonicalJSON.quoted(layer.name.value)) \(built.featureDigest)\n"
    }
    let shown = try cameras.result()
    for warning in shown.warnings { run.log.warn(warning) }
    // Nothing throws from here on.
    (self.configuration, self.sources, self.order) = (configuration, sources, order)
    (self.origins, self.surveys, self.cameras, self.layers) = (origins, surveys, shown, layers)
    features = FileDigest.text(digests)
  }

  /// Puts what happened to a layer while it was drawn into the log and the ledger.
  private static func record(
    _ built: BuiltLayer, _ layer: LayerConfiguration, at index: Int, _ snapped: SnappedRows?, _ origins: RowOrigins,
    _ sources: [PlannedSource], _ run: inout BuildRun
  ) throws {
    func add(_ rows: [UInt32], _ code: LedgerCode, _ reason: String) throws {
      for row in rows { try run.ledger.add(origins.entry(row, code: code, reason: reason, layer: layer, sources)) }
    }
    run.log.diagnose(built.diagnostics)
    try add(
      built.duplicateRows.sorted(), .duplicateID,
      "another feature has the same id, so this one is shown with a different id")
    for entry in snapped?.entries ?? [] { try add([entry.row], entry.code, entry.reason) }
    try add(
      built.droppedRows, .repeated,
      "the feature is an exact duplicate of another and was removed by `duplicates: drop`")
    run.log.diagnose(try built.warnings(in: layer, origins, sources))
    run.log.note(snapped?.counts, dropped: (built.droppedRows.count, built.droppedItems), ofLayer: index)
  }
}

extension LayerConfiguration {
  /// The overlays of the layer, whatever its kind; consumes its rows.
  ///
  /// - Throws: `PipelineError`, or an error of a kernel.
  package func drawn(
    _ rows: inout LayerRows, _ grid: TileGrid, _ work: OrderedParallelMap
  ) throws -> BuiltLayer {
    switch kind {
    case .cluster(let options):
      try ClusterLayerBuilder(layer: self, cluster: options, grid: grid, work: work).build(&rows)
    case .circle(let options):
      try CircleLayerBuilder(layer: self, options: options, grid: grid, work: work).build(&rows)
    case .shape(let options):
      try ShapeLayerBuilder(layer: self, options: options, grid: grid, work: work).build(&rows)
    }
  }
}
