import OvertileClustering
import OvertileConfiguration
import OvertileGeoJSON

/// The work of a task that reads: it parses, reprojects and maps the slices of its share, and sends points to the tasks
/// that cluster them.
struct PartReading {
  let source: PlannedSource
  let share: PartPlan.Read
  /// The number of the task among those that read.
  let number: Int
  let plan: PartPlan
  let configuration: PipelineConfiguration
  let work: OrderedParallelMap
  let commands: CommandUse
  let building: LayerBuilding

  /// A slice's results as they are written, and its points by layer.
  private struct Output: Sendable {
    let sections: [(PartSection, payload: [UInt8])]
    let points: [Points]
    /// Per layer of the source: its results, if its features are cut to tiles.
    let toCut: [SourceWorker.LayerOutcome?]
    let slice: ReadSlice
    let bytes: StreamMark?
    let hasResults: Bool
  }

  /// The points of a layer, and the rows that hold their properties.
  private struct Points: Sendable {
    let layer: Int
    /// The number of the first point.
    let first: UInt64
    let hasWeights: Bool
    let rows: RowBatch
  }

  /// Writes the results of every slice in its order, then the points and their properties for the tasks of the first level.
  ///
  /// Memory: the slices in progress, and about 40 bytes a point and its properties.
  func write(_ writer: PartWriter) throws {
    var files = FileSequence(
      source, commands, file: share.file, count: 1, bound: work.memory.bound, marksSlices: true,
      from: share.start.map { (share.first, $0) })
    defer { files.close() }
    var outbox = NodeOutbox(level: 0, task: (number, plan.reads.count))
    let divided = DividedTiles(configuration, plan)
    let writesRows = !divided.handsRoots(work.memory.bound)
    var cutting = source.layerIndices.map { SliceCutting(configuration.layers[$0], index: $0, building) }
    let cutsLayer = cutting.map { $0 != nil }
    var (marks, isWhole) = (ShareMarks(first: share.first), true)
    try work.run(
      next: { try nextJob(&files, &isWhole) },
      isAlone: { [bound = work.memory.bound] job in bound.map { job.slice.byteCount > $0.aloneBytes } ?? false },
      makeWorker: { [source, memory = work.memory] in try SourceWorker(source, memory: memory) },
      work: { [self] worker, job in try output(worker.work(job), job, writesRows: writesRows, cutsLayer) },
      consume: { output in
        marks.append(output.bytes, hasResults: output.hasResults)
        for (section, payload) in output.sections { try writer.append(section, payload) }
        for (index, result) in output.toCut.enumerated() {
          guard let result else { continue }
          let sections = try cutting[index]?.sections(of: result, file: output.slice.file, slice: output.slice.slice)
          for (section, payload) in sections ?? [] { try writer.append(section, payload) }
        }
        for points in output.points {
          let (layer, layout) = (configuration.layers[points.layer], configuration.output)
          guard let shards = layer.shardPlan(layout, tileZoom: plan.tileZoom) else { continue }
          let isDrawn = divided.halo(ofLayer: points.layer) != nil
          outbox.send(
            points.rows, first: points.first, hasWeights: points.hasWeights, isDrawn: isDrawn, ofLayer: points.layer,
            to: shards)
        }
      })
    marks.end(files.takeRest(), isWhole: isWhole, isPlain: files.isPlain)
    var encoder = PartEncoder()
    marks.encode(&encoder)
    try writer.append(.marks(source: share.source, file: share.file, first: share.first), encoder.bytes)
    if plan.levels > 0 { try outbox.write(to: writer) }
  }

  /// The next slice of the share. An error of the input ends the share: the process that builds the bundle finds it, too.
  private func nextJob(_ files: inout FileSequence, _ isWhole: inout Bool) throws -> SourceWorker.Job? {
    guard files.nextSlice < share.end ?? .max, isWhole else { return nil }
    do { return try files.next() } catch PipelineError.badData {
      isWhole = false
      return nil
    }
  }

  private func output(
    _ outcome: SourceWorker.Outcome, _ job: SourceWorker.Job, writesRows: Bool, _ cutsLayer: [Bool]
  ) throws -> Output {
    var encoder = PartEncoder()
    SliceMark(job.slice).encode(&encoder)
    encoder.add(optional: outcome.isEncodable ? outcome : nil) { $1.encode(&$0) }
    let first = try PointNumbers.first(file: job.file, slice: job.number)
    let points = zip(source.layerIndices, outcome.layers).compactMap { layer, result -> Points? in
      guard case .cluster(let cluster) = configuration.layers[layer].kind else { return nil }
      return Points(layer: layer, first: first, hasWeights: cluster.weight != nil, rows: result.rows)
    }
    var sections = [(PartSection.outcome(source: share.source, file: job.file, slice: job.number), encoder.bytes)]
    if outcome.isEncodable, writesRows {
      var encoder = PartEncoder()
      outcome.encodeRows(&encoder)
      sections.append((.rows(source: share.source, file: job.file, slice: job.number), encoder.bytes))
    }
    return Output(
      sections: sections, points: points, toCut: zip(outcome.layers, cutsLayer).map { $1 ? $0 : nil },
      slice: ReadSlice(source: share.source, .text(job)), bytes: job.slice.mark, hasResults: outcome.isEncodable)
  }
}
