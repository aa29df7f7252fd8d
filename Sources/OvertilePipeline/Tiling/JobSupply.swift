import OvertileReading
import OvertileTileArchive

/// The jobs of all sheets, one sheet after the other, each prepared when it is needed.
struct JobSupply {
  struct Job: Sendable {
    /// The number of the sheet, and that of the job in it.
    let sheet, index: Int
    let job: TileJobs.Job
    let compression: TileCompression

    /// A number by which jobs ascend.
    var number: UInt64 { UInt64(sheet) << 32 | UInt64(index) }

    /// The task that does the job, of so many.
    func task(of tasks: Int) -> Int { (sheet + index) % tasks }
  }

  private let stage: TileStage
  private let sheets: [TileSheet]
  private var next = 0
  private var index = 0
  /// The jobs of the sheet at `next`, if a thread of the pool prepares them. Under a bound none does: there is no memory for
  /// the overlays of two sheets.
  private var prepared: SideTask<TileJobs>?
  private var jobs: TileJobs?
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
      if let job = jobs?.next() {
        defer { index += 1 }
        return Job(sheet: next - 1, index: index, job: job, compression: choice?.compression ?? .none)
      }
      guard next < sheets.count else { return nil }
      let sheet = sheets[next]
      next += 1
      (jobs, index) = (nil, 0)
      if let finished = stage.journal?.taken[sheet.zoom] {
        skip(finished)
        continue
      }
      stage.work.memory.giveBackBetweenSteps()
      let fresh = try prepared?.value() ?? stage.plan.jobs(sheet)
      prepareNext()
      let chosen = try CompressionChoice.choose(stage.output, stage.plan, sample: fresh, memory: stage.work.memory)
      (choice, jobs) = (chosen, fresh)
      begin(fresh, chosen)
    }
  }

  /// Lets a thread of the pool prepare the next sheet, if one thread can and its zoom is not done already.
  private mutating func prepareNext() {
    prepared = nil
    guard stage.work.memory.bound == nil, next < sheets.count, stage.journal?.taken[sheets[next].zoom] == nil,
      stage.plan.layers.allSatisfy(\.makesOverlaysOnOneThread)
    else { return }
    prepared = SideTask(stage.work.pool) { [plan = stage.plan, sheet = sheets[next]] in
      try plan.jobs(sheet)
    }
  }
}
