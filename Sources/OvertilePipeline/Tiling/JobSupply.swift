import OvertileTileArchive

/// The jobs of all sheets, one sheet after the other, each prepared when it is needed.
struct JobSupply {
  struct Job: Sendable {
    /// The tiles: those of some entries, which are made, or a segment that is copied.
    enum Tiles: Sendable {
      case entries(TileJobs.Job)
      case made(MadeSheet.Segment)
      /// A segment that an archive takes over as it is.
      case left(MadeSheet.Segment)
    }

    let tiles: Tiles
    let compression: TileCompression
  }

  /// A sheet whose jobs come next: the overlays, or their numbers beside all of its tiles.
  private struct Prepared {
    let jobs: TileJobs
    var made: MadeSheet?
  }

  private let stage: TileStage
  private let sheets: [TileSheet]
  private var next = 0
  /// The jobs of the sheet at `next`, if a thread of the pool prepares them. Under a bound none does: there is no memory for
  /// the overlays of two sheets.
  private var prepared: SideTask<Prepared>?
  private var jobs: TileJobs?
  private var segments: ArraySlice<MadeSheet.Segment> = []
  private var choice: CompressionChoice?

  init(_ stage: TileStage, sheets: [TileSheet]) {
    self.stage = stage
    self.sheets = sheets
  }

  /// The next job, or nil at the end; `begin` is called with each sheet as it begins, `skip` with zooms that are done
  /// already.
  mutating func next(
    begin: (TileJobs, CompressionChoice) -> Void, skip: (FinishedZoom) -> Void
  ) throws -> Job? {
    while true {
      if let segment = segments.popFirst() {
        let compression = choice?.compression ?? .none
        let stays = stage.output.format == .pmtiles && segment.columns.isGzip == (compression == .gzip)
        return Job(tiles: stays ? .left(segment) : .made(segment), compression: compression)
      }
      if let job = try jobs?.next() { return Job(tiles: .entries(job), compression: choice?.compression ?? .none) }
      guard next < sheets.count else { return nil }
      let sheet = sheets[next]
      next += 1
      jobs = nil
      if let finished = stage.journal?.taken[sheet.zoom] {
        skip(finished)
        continue
      }
      stage.work.memory.giveBackBetweenSteps()
      let fresh = try prepared?.value() ?? Self.prepare(sheet, stage.plan, copies: stage.work.memory.bound == nil)
      prepareNext()
      let chosen =
        try fresh.made?.choose(stage.output, level: stage.plan.gzipLevel)
        ?? CompressionChoice.choose(stage.output, stage.plan, sample: fresh.jobs, memory: stage.work.memory)
      choice = chosen
      jobs = fresh.jobs
      segments = fresh.made?.segments[...] ?? []
      begin(fresh.jobs, chosen)
    }
  }

  /// Lets a thread of the pool prepare the next sheet, if one thread can and its zoom is not done already.
  private mutating func prepareNext() {
    prepared = nil
    guard stage.work.memory.bound == nil, next < sheets.count, stage.journal?.taken[sheets[next].zoom] == nil,
      stage.plan.layers.allSatisfy(\.makesOverlaysOnOneThread)
    else { return }
    prepared = SideTask(stage.work.pool) { [plan = stage.plan, sheet = sheets[next]] in
      try Self.prepare(sheet, plan, copies: true)
    }
  }

  /// Prepares a sheet.
  ///
  /// - Parameter copies: whether segments may be copied as a whole, for which there must be memory.
  private static func prepare(_ sheet: TileSheet, _ plan: TilePlan, copies: Bool) throws -> Prepared {
    guard copies, let made = plan.made, let counts = try plan.counts(sheet),
      let sheet = try made.all(of: sheet, counts: counts.parts)
    else { return Prepared(jobs: try plan.jobs(sheet)) }
    return Prepared(jobs: counts, made: sheet)
  }
}
