import Configuration
import Foundation
import MapMath
import OverlayBundle
import TileArchive
import TileArchiveWriting

/// From overlays to archives: cut, encode and compress on all cores, store in order.
struct TileStage {
  let plan: TilePlan
  let output: OutputConfiguration
  let work: OrderedWork
  /// The list of finished zooms; nil where zooms have no archives of their own.
  var journal: ZoomJournal?

  /// How many jobs a worker has before it: enough to keep it busy while the next zoom is prepared and an archive finished.
  private static let jobsAhead = 32

  /// What was written.
  struct Result {
    /// The archives.
    var files: [BundleManifest.File] = []
    /// Per layer: what each zoom shows.
    var zooms: [[BundleManifest.ZoomCounts]]
    /// Per layer: what became of its items at each zoom.
    var books: [[BuildReport.ZoomBooks]] = []
    /// Per layer: the rows that no zoom shows.
    var neverShown: [[UInt32]]
    /// Tiles that are larger than maps like them, largest first.
    var largeTiles: [BuildReport.LargeTile] = []
    /// The tiles of each zoom, ascending.
    var statistics: [BuildReport.TileStatistics] = []
    /// Addressed tiles.
    var tiles = 0
  }

  /// Writes all zooms into a folder.
  ///
  /// - Parameters:
  ///   - summary: what an archive of some zooms says about itself.
  ///   - progress: is told the zooms and tiles so far.
  func write(
    into folder: URL, summary: @escaping (ClosedRange<Int>) -> ArchiveSummary, progress: (Int, Int) -> Void
  ) throws -> Result {
    let zooms = plan.zooms
    let taken = journal?.taken ?? [:]
    let archives = ArchiveSet(
      output, folder: folder, zooms: zooms, taken: taken.mapValues(\.file), summary: summary)
    var counts = ZoomCensus(plan)
    var result = Result(zooms: [], neverShown: [])
    var supply = JobSupply(self, zooms: zooms)
    let plan = plan
    var work = work
    work.setWindow(work.threads * Self.jobsAhead)
    try work.run(
      next: {
        try supply.next(
          begin: { zoom, jobs, compression in
            counts.add(jobs)
            archives.begin(zoom: zoom, compression: compression)
          },
          skip: { counts.add($0) })
      },
      makeWorker: { [memory = work.memory] in try TileWorker(plan, memory: memory) },
      work: { worker, job in try worker.work(job.job, compression: job.compression) },
      consume: { tiles in
        try store(tiles, in: archives, &result)
        try note(archives, counts, result)
        progress((zooms.firstIndex(of: tiles.zoom) ?? 0), result.tiles)
      })
    try archives.finish()
    try note(archives, counts, result)
    for zoom in taken.values {
      result.largeTiles += zoom.largeTiles
      result.tiles += zoom.file.tiles ?? 0
      if let statistics = zoom.statistics { result.statistics.append(statistics) }
    }
    result.statistics.sort { $0.zoom < $1.zoom }
    result.files = archives.files
    result.zooms = counts.zooms
    result.books = counts.books
    result.neverShown = counts.neverShown
    result.largeTiles.sort { ($1.bytes, $0.tile) < ($0.bytes, $1.tile) }
    return result
  }

  private func store(_ output: EncodedTiles, in archives: ArchiveSet, _ result: inout Result) throws {
    try output.withEachTile { tile, bytes in
      try archives.append(tile, bytes)
      result.count(tile, bytes: bytes.count)
      if bytes.count > BuildReport.largeTileBytes {
        result.largeTiles.append(BuildReport.LargeTile(tile: tile.description, bytes: bytes.count))
      }
    }
    result.tiles += output.tiles.count
  }
}

extension TileStage.Result {
  /// Counts a tile in the statistics of its zoom; zooms come in ascending order.
  fileprivate mutating func count(_ tile: TileID, bytes: Int) {
    if statistics.last?.zoom != Int(tile.z) { statistics.append(BuildReport.TileStatistics(zoom: Int(tile.z))) }
    let last = statistics.count - 1
    statistics[last].tiles += 1
    statistics[last].bytes += bytes
    guard bytes > statistics[last].largestBytes else { return }
    statistics[last].largestBytes = bytes
    statistics[last].largestTile = tile.description
  }
}

extension TileStage {
  /// Puts the zooms that are finished by now into the journal.
  private func note(_ archives: ArchiveSet, _ counts: ZoomCensus, _ result: Result) throws {
    guard let journal else { return }
    for file in archives.takeFinished() {
      guard let zoom = file.minzoom else { continue }
      try journal.add(
        FinishedZoom(
          zoom: zoom, file: file, shares: counts.shares[zoom] ?? [],
          largeTiles: result.largeTiles.filter { $0.tile.hasPrefix("\(zoom)/") },
          statistics: result.statistics.first { $0.zoom == zoom }))
    }
  }
}

extension TilePlan {
  /// What the zooms would show: the counts, books and hidden rows that `TileStage.write` gives, without tiles.
  func census(_ cancellation: Cancellation) throws -> TileStage.Result {
    var counts = ZoomCensus(self)
    for zoom in zooms {
      try cancellation.check()
      counts.add(try jobs(zoom: zoom))
    }
    return TileStage.Result(zooms: counts.zooms, books: counts.books, neverShown: counts.neverShown)
  }
}

/// The jobs of all zooms, one zoom after the other, each prepared when it is needed.
private struct JobSupply {
  struct Job: Sendable {
    let job: TileJobs.Job
    let compression: TileCompression
  }

  private let stage: TileStage
  private let zooms: [Int]
  private var next = 0
  private var jobs: TileJobs?
  private var compression: TileCompression?

  init(_ stage: TileStage, zooms: [Int]) {
    self.stage = stage
    self.zooms = zooms
  }

  /// The next job, or nil at the end; `begin` is told each zoom as it begins, `skip` those that are done already.
  mutating func next(
    begin: (Int, TileJobs, TileCompression) -> Void, skip: (FinishedZoom) -> Void
  ) throws -> Job? {
    while true {
      if let job = try jobs?.next() { return Job(job: job, compression: compression ?? .none) }
      guard next < zooms.count else { return nil }
      let zoom = zooms[next]
      next += 1
      jobs = nil
      if let finished = stage.journal?.taken[zoom] {
        skip(finished)
        continue
      }
      let fresh = try stage.plan.jobs(zoom: zoom)
      let chosen = try choice(for: fresh)
      compression = chosen
      jobs = fresh
      begin(zoom, fresh, chosen)
    }
  }

  /// One choice per archive: of each zoom, or, in a single archive, of the highest zoom, where most tiles are.
  private func choice(for jobs: TileJobs) throws -> TileCompression {
    guard ArchiveSet.isSingle(stage.output) else {
      return try CompressionChoice.choose(stage.output, stage.plan, sample: jobs, memory: stage.work.memory)
    }
    if let compression { return compression }
    let sample = try zooms.count == 1 ? jobs : stage.plan.jobs(zoom: zooms[zooms.count - 1])
    return try CompressionChoice.choose(stage.output, stage.plan, sample: sample, memory: stage.work.memory)
  }
}

/// Counts what each zoom of each layer shows.
private struct ZoomCensus {
  /// Per layer and zoom.
  private(set) var zooms: [[BundleManifest.ZoomCounts]]
  /// Per layer and zoom.
  private(set) var books: [[BuildReport.ZoomBooks]]
  private let zoomCounts: [Int]
  /// Per layer: how many zooms hide a row.
  private var hidden: [[UInt32: Int]]

  init(_ plan: TilePlan) {
    zooms = Array(repeating: [], count: plan.layers.count)
    books = Array(repeating: [], count: plan.layers.count)
    zoomCounts = plan.layers.map { $0.zooms.count }
    hidden = Array(repeating: [:], count: plan.layers.count)
  }

  /// Per zoom: what each layer shows.
  private(set) var shares: [Int: [FinishedZoom.Share]] = [:]

  mutating func add(_ jobs: TileJobs) {
    let shares = jobs.shares.map { share in
      FinishedZoom.Share(
        layer: share.layer, counts: share.overlays.counts, books: share.overlays.books,
        hiddenRows: Array(Set(share.overlays.hiddenRows)))
    }
    self.shares[jobs.zoom] = shares
    add(shares)
  }

  mutating func add(_ finished: FinishedZoom) { add(finished.shares) }

  private mutating func add(_ shares: [FinishedZoom.Share]) {
    for share in shares {
      zooms[share.layer].append(share.counts)
      books[share.layer].append(share.books)
      for row in share.hiddenRows { hidden[share.layer][row, default: 0] += 1 }
    }
  }

  /// Per layer: the rows that every zoom hides, ascending.
  var neverShown: [[UInt32]] {
    zip(hidden, zoomCounts).map { counts, zooms in counts.filter { $0.value >= zooms }.keys.sorted() }
  }
}
