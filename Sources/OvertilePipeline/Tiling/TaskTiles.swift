import MapMath
import OvertileClustering
import OvertileConfiguration

/// The tiles that a task makes of its overlays.
struct TaskTiles {
  let output: OutputConfiguration
  let divided: DividedTiles
  let grid: TileGrid
  let memory: MemoryWatch
  private let compression = TaskCompression()

  /// Prepares the tiles of all tiles of a task.
  init(output: OutputConfiguration, divided: DividedTiles, grid: TileGrid, memory: MemoryWatch) {
    (self.output, self.divided, self.grid, self.memory) = (output, divided, grid, memory)
  }

  /// The bytes of tiles in one segment, about: the process that builds has some dozens in memory.
  private static let segmentBytes = 1 << 20

  /// Makes the tiles of every zoom, in ascending order.
  ///
  /// - Parameter append: receives each segment and its tiles.
  func write(
    _ region: ShardRegion, _ drawn: [PartClustering.Drawn], append: (PartSection, TileSegment) throws -> Void
  ) throws {
    let plan = TilePlan(drawn.map(\.overlays), grid: grid, encoding: output.tileFormat, gzipLevel: output.level)
    let worker = try TileWorker(plan, memory: memory)
    for sheet in sheets(drawn) {
      let present = drawn.indices.filter { index in
        (sheet.layer ?? drawn[index].layer) == drawn[index].layer
          && divided.zooms(ofLayer: drawn[index].layer)?.contains(sheet.zoom) == true
      }
      let parts = present.map { index in
        TileJobs.LayerPart(
          layer: index, overlays: ClusterZoom(drawn[index].overlays, zoom: sheet.zoom, within: region))
      }
      var jobs = TileJobs(sheet, parts: parts)
      let choice = try compression.choose(output, worker, sheet, sample: jobs, level: plan.gzipLevel)
      let layers = present.compactMap { index in
        drawn[index].overlays.tagFacts.map { TileSegment.Layer(index: drawn[index].layer, facts: $0) }
      }
      var segment = TileSegment(layers, isGzip: choice.isGzip)
      while let job = try jobs.next() {
        let tiles = try worker.work(job, compression: choice.compression)
        try segment.append(tiles, layers: present)
        if segment.byteCount > Self.segmentBytes { try end(&segment, sheet, append) }
      }
      try end(&segment, sheet, append)
    }
  }

  /// The sheets that some layer has tiles in, in the order of zooms.
  private func sheets(_ drawn: [PartClustering.Drawn]) -> [TileSheet] {
    let all = drawn.flatMap { layer, _ in
      (divided.zooms(ofLayer: layer).map(Array.init) ?? []).map {
        TileSheet(zoom: $0, layer: output.layout == .perLayer ? layer : nil)
      }
    }
    return Set(all).sorted { ($0.layer ?? 0, $0.zoom) < ($1.layer ?? 0, $1.zoom) }
  }

  private func end(
    _ segment: inout TileSegment, _ sheet: TileSheet, _ append: (PartSection, TileSegment) throws -> Void
  ) throws {
    guard let first = segment.tiles.first, let last = segment.tiles.last else { return }
    try append(.tiles(layer: sheet.layer, first: first, last: last), segment)
    segment.removeAll()
  }
}
