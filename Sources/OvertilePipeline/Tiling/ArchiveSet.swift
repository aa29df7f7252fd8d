import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileReading
import OvertileTileArchive
import OvertileTileArchiveWriting

/// The archives of a bundle while they are written: one per zoom, one per layer, or one for all.
///
/// Tiles come archive by archive in ascending order, so at most one archive is open. The one before it is finished beside it, on
/// a thread of the pool. Zooms and layers without tiles get an archive as well, so that every archive in the manifest exists.
final class ArchiveSet {
  private let output: OutputConfiguration
  private let folder: URL
  private let work: OrderedParallelMap
  private let planned: [PlannedArchive]
  private let layerNames: [String]
  private let journal: ZoomJournal?
  private let summary: (PlannedArchive) throws -> ArchiveSummary
  private let late: LateCompression?
  private var choices: [TileSheet: CompressionChoice] = [:]
  private var current: (writer: any TileArchiveWriter, name: String, plan: PlannedArchive)?
  private var begun = 0
  /// The archives that are being finished, in their order.
  private var closing: [SideTask<BundleManifest.File>] = []
  /// The finished archives.
  private(set) var files: [BundleManifest.File] = []

  /// The compression chosen for the archives, by their names.
  private(set) var chosen: [String: CompressionChoice] = [:]
  /// The sizes of the tiles as stored, by the index of the only layer of their archive.
  private var stored: [Int?: TileSizes] = [:]
  /// The counts of the items that each zoom shows.
  private(set) var counts = ZoomCensus()

  /// Prepares archives in a folder, in the order in which they are written.
  ///
  /// - Parameters:
  ///   - layerNames: the names of all layers of the pipeline.
  ///   - journal: the list of finished zooms; the archives of those of an earlier run are reused.
  ///   - late: the choice of an archive's compression when all of its tiles are there; nil if it is chosen before.
  init(
    _ output: OutputConfiguration, folder: URL, planned: [PlannedArchive], layerNames: [String],
    work: OrderedParallelMap, journal: ZoomJournal?, late: LateCompression?,
    summary: @escaping (PlannedArchive) throws -> ArchiveSummary
  ) {
    (self.output, self.folder, self.planned, self.layerNames) = (output, folder, planned, layerNames)
    (self.work, self.journal, self.late, self.summary) = (work, journal, late, summary)
  }

  /// Counts the items of a sheet and sets the compression of its tiles, before any of them come.
  func begin(_ jobs: TileJobs, _ choice: CompressionChoice) {
    counts.add(jobs)
    choices[jobs.sheet] = choice
  }

  /// Counts the items of a zoom that is done already.
  func skip(_ finished: FinishedZoom) { counts.add(finished) }

  /// Stores the tiles of a job.
  func append(_ tiles: EncodedTiles) throws {
    guard tiles.count > 0 else { return }
    try open(tiles.sheet)
    guard let writer = current?.writer else { return }
    try store(tiles, in: writer, &stored[tiles.sheet.layer, default: TileSizes()])
    try settle { $0.isDone }
  }

  private func store(_ tiles: EncodedTiles, in writer: any TileArchiveWriter, _ sizes: inout TileSizes) throws {
    var layerBytes = layerNames.map { _ in 0 }
    try tiles.withEachTile { index, tile, bytes in
      let before = writer.storedByteCount
      try writer.append(tile, bytes)
      // None if an equal tile is stored already.
      let stored = writer.storedByteCount - before
      sizes.count(tile, bytes: bytes.count, stored: stored)
      if stored > 0 {
        for (layer, bytes) in tiles.layerBytes(ofTile: index).enumerated() { layerBytes[layer] += Int(bytes) }
      }
    }
    sizes.count(layerBytes, of: layerNames)
  }

  /// The sizes of all tiles as stored, the largest first.
  var sizes: TileSizes {
    var all = TileSizes()
    for layer in [nil] + layerNames.indices.map(Optional.init) {
      if let own = stored[layer] { all.add(own, layer: layer.map { layerNames[$0] }) }
    }
    for zoom in (journal?.taken ?? [:]).values { all.add(zoom) }
    all.sort()
    return all
  }

  /// Begins to finish every archive: no tile comes any more.
  func close() throws {
    while begun < planned.count { try openNext() }
    try closeOpen()
  }

  /// Waits for the archives that are being finished, whatever their outcome: nothing is removed while a thread still writes.
  func wait() { for archive in closing { archive.wait() } }

  /// Makes the archive of a sheet the open one, and finishes those before it.
  private func open(_ sheet: TileSheet) throws {
    while begun < planned.count, current?.plan.holds(sheet) != true { try openNext() }
  }

  private func openNext() throws {
    try closeOpen()
    let next = planned[begun]
    begun += 1
    if next.layer == nil, let zoom = journal?.taken[next.zooms.lowerBound] {
      try settle()
      files.append(zoom.file)
      chosen[zoom.file.path] = zoom.choice
    } else {
      try start(next)
    }
  }

  private func start(_ plan: PlannedArchive) throws {
    let compression = choice(plan).compression
    let name = plan.stem + output.format.ending
    // Under a bound there is no memory for a compressor on each thread.
    let threads = work.memory.bound == nil ? work.threads : 1
    let writer = try output.format.makeWriter(path: path(name), compression: compression, threads: threads)
    current = (writer, name, plan)
  }

  /// The compression of an archive's first sheet, which is that of all of them.
  private func choice(_ plan: PlannedArchive) -> CompressionChoice {
    choices[TileSheet(zoom: plan.zooms.lowerBound, layer: plan.layer?.index)] ?? CompressionChoice(.none)
  }

  /// Begins to finish the open archive; the one before it is finished then.
  private func closeOpen() throws {
    guard let (writer, name, plan) = current else { return }
    current = nil
    var choice = choice(plan)
    if let late, let writer = writer as? PMTilesWriter {
      choice = try late.chooseCompression(writer)
      if choice.isGzip {
        var sizes = TileSizes()
        writer.forEachTile { sizes.count($0, bytes: $1, stored: $2 ? $1 : 0) }
        sizes.takeLayers(from: stored[plan.layer?.index] ?? TileSizes())
        stored[plan.layer?.index] = sizes
      }
    }
    chosen[name] = choice
    try settle()
    // Used by nobody else any more.
    nonisolated(unsafe) let closed = writer
    let (path, summary) = (path(name), try summary(plan))
    closing.append(
      SideTask(work.pool) { [choice] in try Self.finish(closed, summary, name: name, path: path, plan, choice) })
    // Under a bound there is no memory for two archives.
    if work.memory.bound != nil { try settle() }
  }

  /// Waits for the archives that are being finished, as long as they are wanted, and notes their zooms in the journal: without
  /// a condition, all archives except the open one are then finished.
  func settle(where isWanted: (SideTask<BundleManifest.File>) -> Bool = { _ in true }) throws {
    while let archive = closing.first, isWanted(archive) {
      let file = try archive.value()
      closing.removeFirst()
      files.append(file)
      guard let journal, let zoom = file.minzoom else { continue }
      let sizes = stored[nil] ?? TileSizes()
      try journal.add(
        FinishedZoom(
          zoom: zoom, file: file, parts: counts.parts[zoom] ?? [],
          largeTiles: sizes.largeTiles.filter { $0.tile.hasPrefix("\(zoom)/") },
          statistics: sizes.statistics.first { $0.zoom == zoom }, choice: chosen[file.path]))
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes an archive with all of its tiles to its path, reads it again for its digest, and describes it.
  private static func finish(
    _ writer: any TileArchiveWriter, _ summary: ArchiveSummary, name: String, path: String, _ plan: PlannedArchive,
    _ choice: CompressionChoice
  ) throws -> BundleManifest.File {
    let statistics = try writer.finish(summary)
    let digest = try Folder.exists(path) ? ContentDigest.folder(path) : ContentDigest.file(path)
    var file = BundleManifest.File(path: name, role: .tiles, digest)
    (file.minzoom, file.maxzoom, file.layer) = (plan.zooms.lowerBound, plan.zooms.upperBound, plan.layer?.name)
    (file.tiles, file.contents) = (statistics.addressedTiles, statistics.tileContents)
    file.compression = choice.compression.rawValue
    return file
  }
}
