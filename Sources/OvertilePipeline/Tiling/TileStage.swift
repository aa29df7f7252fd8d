import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileTileArchive
import OvertileTileArchiveWriting

/// From overlays to archives: clip, encode and compress on all cores, store in order.
struct TileStage {
  let plan: TilePlan
  let output: OutputConfiguration
  let work: OrderedParallelMap
  /// The list of finished zooms; nil unless each zoom has an archive of its own.
  var journal: ZoomJournal?
  /// The tiles that tasks have made; nil if this process makes them.
  var made: MadeTiles?

  /// The number of jobs in a worker's queue: enough to keep it busy while the next zoom is prepared and an archive
  /// finished.
  private static let jobsAhead = 16

  /// The results of writing.
  struct Result {
    /// The archives.
    var files: [BundleManifest.File] = []
    /// Per layer: its counts at each zoom, ascending.
    var layers: [[FinishedZoom.LayerPart]] = []
    /// Per layer: the first zoom after which it shows nothing new.
    var completeZooms: [Int?] = []
    /// Per layer: how many of the rows that some zoom shows have a value, by property.
    var values: [NamedValues<Int>] = []
    /// The sizes of the tiles as stored.
    var sizes = TileSizes()
    /// The compression of the archives if it was to be chosen.
    var compressions: [BuildReport.ArchiveCompression] = []
  }

  /// Writes all zooms into a folder.
  ///
  /// - Parameters:
  ///   - summary: the header of an archive of some zooms.
  ///   - progress: called with the zooms and tiles so far.
  func write(
    into folder: URL, summary: @escaping (PlannedArchive) throws -> ArchiveSummary, progress: (Int, Int) -> Void
  ) throws -> Result {
    let sheets = plan.sheets(output)
    let late = CompressionChoice.isLate(output) ? LateCompression(level: plan.gzipLevel, work: self.work) : nil
    let archives = ArchiveSet(
      output, folder: folder, planned: plan.archives(output), layerNames: plan.layers.map(\.name), work: self.work,
      journal: journal, late: late, summary: summary)
    defer { archives.wait() }
    var (result, stored) = (Result(), 0)
    var supply = JobSupply(self, sheets: sheets, archives)
    let plan = plan
    var work = work
    work.jobsAhead = work.threads * Self.jobsAhead
    try work.run(
      next: {
        try supply.next().map { job in try made?.tiles(of: job) ?? { @Sendable worker in try worker.work(job) } }
      },
      makeWorker: { [memory = work.memory] in try TileWorker(plan, memory: memory) },
      work: { worker, tiles in try tiles(worker) },
      consume: { tiles in
        stored += tiles.count
        try archives.append(tiles)
        progress(done(tiles.sheet, of: sheets), stored)
      })
    try archives.close()
    result.values = plan.layers.map { $0.valueCounts() }
    try archives.settle()
    result.sizes = archives.sizes
    result.files = archives.files
    result.compressions = archives.files.compactMap { file in
      archives.chosen[file.path].flatMap { BuildReport.ArchiveCompression(file, $0) }
    }
    result.layers = archives.counts.layers(of: plan)
    result.completeZooms = plan.completeZooms(result.layers)
    return result
  }

  /// Makes the tiles of every job that one of several tasks has, in order, with their numbers.
  func encode(task: Int, of tasks: Int, _ consume: (UInt64, EncodedTiles) throws -> Void) throws {
    var supply = JobSupply(self, sheets: plan.sheets(output), nil)
    try work.run(
      next: {
        while let job = try supply.next() {
          if job.task(of: tasks) == task { return job }
        }
        return nil
      },
      makeWorker: { [plan, memory = work.memory] in try TileWorker(plan, memory: memory) },
      work: { worker, job in (job.number, try worker.work(job)) },
      consume: { try consume($0.0, $0.1) })
  }

  /// The number of zooms that are done with the sheets before one; a part of the layers' sheets counts as such a part of
  /// the zooms.
  private func done(_ sheet: TileSheet, of sheets: [TileSheet]) -> Int {
    (sheets.firstIndex(of: sheet) ?? 0) * plan.zooms.count / max(1, sheets.count)
  }
}

extension TilePlan {
  /// The counts that `TileStage.write` would return, without tiles.
  func census(_ cancellation: Cancellation) throws -> TileStage.Result {
    var counts = ZoomCensus()
    for zoom in zooms {
      try cancellation.check()
      counts.add(try jobs(TileSheet(zoom: zoom)))
    }
    let layers = counts.layers(of: self)
    return TileStage.Result(
      layers: layers, completeZooms: completeZooms(layers), values: self.layers.map { $0.valueCounts() })
  }

  /// Per layer: the first zoom after which it shows nothing new, derived from the items of its zooms.
  fileprivate func completeZooms(_ zooms: [[FinishedZoom.LayerPart]]) -> [Int?] {
    zip(layers, zooms).map { $0.completeZoom($1.map(\.itemCounts)) }
  }
}
