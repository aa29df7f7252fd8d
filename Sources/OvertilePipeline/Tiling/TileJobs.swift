import MapMath
import OvertileCore
import OvertileLayers
import OvertileReading
import OvertileTileArchive

/// The overlays of one zoom, of all layers or of one, cut into jobs of whole tiles in ascending order.
struct TileJobs: Sendable {
  /// One layer's part of a zoom.
  struct LayerPart: Sendable {
    /// The layer's index in the pipeline.
    let layer: Int
    /// Its overlays.
    let overlays: any ZoomOverlays
    /// Per entry: its tile.
    let tiles: Column<UInt64>

    /// Copies the tiles from the overlays, so that they are not looked up again for each tile.
    init(layer: Int, overlays: any ZoomOverlays) {
      self.layer = layer
      self.overlays = overlays
      tiles = overlays.tiles
    }
  }

  /// Some successive tiles of a sheet: per layer, the entries that lie in them.
  struct Job: Sendable {
    let sheet: TileSheet
    let parts: [LayerPart]
    let entries: [Range<Int>]
  }

  let sheet: TileSheet
  let parts: [LayerPart]
  private var positions: [Int]

  /// The approximate number of entries in a job: enough to keep a worker busy for milliseconds.
  private static let entriesPerJob = 4096

  /// Prepares the jobs of a sheet.
  init(_ sheet: TileSheet, parts: [LayerPart]) {
    self.sheet = sheet
    self.parts = parts
    positions = Array(repeating: 0, count: parts.count)
  }

  /// The next job, or nil at the end. O(log entries) a layer.
  mutating func next() -> Job? {
    var limit: UInt64?
    var remains = false
    for (index, part) in parts.enumerated() {
      let tiles = part.tiles
      guard positions[index] < tiles.count else { continue }
      remains = true
      let ahead = positions[index] + Self.entriesPerJob
      // A tile with more entries is a job of its own.
      if ahead < tiles.count {
        limit = min(limit ?? .max, max(tiles[ahead], tiles[positions[index]] + 1))
      }
    }
    guard remains else { return nil }
    var ranges: [Range<Int>] = []
    for (index, part) in parts.enumerated() {
      let end = limit.map { part.tiles.lowerBound($0, from: positions[index]) } ?? part.tiles.count
      ranges.append(positions[index]..<end)
      positions[index] = end
    }
    return Job(sheet: sheet, parts: parts, entries: ranges)
  }
}

extension TileJobs.Job {
  /// Calls a closure for each tile in ascending order with, per layer, the entries in it.
  ///
  /// - Parameter isWanted: whether a tile is of interest, by its Hilbert id; others cost only the search for their end.
  func forEachTile(
    where isWanted: (UInt64) -> Bool = { _ in true }, _ body: (TileID, [Range<Int>]) throws -> Void
  ) throws {
    let tiles = zip(parts, entries).map { $0.tiles[$1] }
    var starts = entries.map(\.lowerBound)
    var ranges = entries
    while true {
      var least: UInt64?
      for index in tiles.indices where starts[index] < entries[index].upperBound {
        least = min(least ?? .max, tiles[index][starts[index]])
      }
      guard let least else { return }
      for index in tiles.indices {
        var end = starts[index]
        while end < entries[index].upperBound, tiles[index][end] == least { end += 1 }
        ranges[index] = starts[index]..<end
        starts[index] = end
      }
      guard isWanted(least) else { continue }
      guard let tile = TileID(hilbertID: least) else {
        throw PipelineError.inconsistent("there is no tile with id \(least)")
      }
      try body(tile, ranges)
    }
  }
}

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
  /// The archives that are told of each sheet and of zooms that are done already.
  private let archives: ArchiveSet?
  private var nextSheet = 0
  private var index = 0
  /// The jobs of the sheet at `nextSheet`, if a thread of the pool prepares them. Under a bound none does: there is no memory for
  /// the overlays of two sheets.
  private var prepared: SideTask<TileJobs>?
  private var jobs: TileJobs?
  private var choice: CompressionChoice?

  init(_ stage: TileStage, sheets: [TileSheet], _ archives: ArchiveSet?) {
    (self.stage, self.sheets, self.archives) = (stage, sheets, archives)
  }

  /// The next job, or nil at the end.
  mutating func next() throws -> Job? {
    while true {
      if let job = jobs?.next() {
        defer { index += 1 }
        return Job(sheet: nextSheet - 1, index: index, job: job, compression: choice?.compression ?? .none)
      }
      guard nextSheet < sheets.count else { return nil }
      let sheet = sheets[nextSheet]
      nextSheet += 1
      (jobs, index) = (nil, 0)
      if let finished = stage.journal?.taken[sheet.zoom] {
        archives?.skip(finished)
        continue
      }
      stage.work.memory.giveBackBetweenSteps()
      let fresh = try prepared?.value() ?? stage.plan.jobs(sheet)
      prepareNext()
      let chosen = try CompressionChoice.choose(stage.output, stage.plan, sample: fresh, memory: stage.work.memory)
      (choice, jobs) = (chosen, fresh)
      archives?.begin(fresh, chosen)
    }
  }

  /// Lets a thread of the pool prepare the next sheet, if one thread can and its zoom is not done already.
  private mutating func prepareNext() {
    prepared = nil
    guard stage.work.memory.bound == nil, nextSheet < sheets.count, stage.journal?.taken[sheets[nextSheet].zoom] == nil,
      stage.plan.layers.allSatisfy(\.makesOverlaysOnOneThread)
    else { return }
    prepared = SideTask(stage.work.pool) { [plan = stage.plan, sheet = sheets[nextSheet]] in
      try plan.jobs(sheet)
    }
  }
}
