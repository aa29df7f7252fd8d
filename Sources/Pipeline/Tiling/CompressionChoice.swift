import Configuration
import Features
import TileArchive
import TileArchiveWriting

/// Decides how the tiles of an archive are compressed.
enum CompressionChoice {
  /// At most about how many tiles of a zoom are tried.
  private static let sampleSize = 400

  /// The compression of an archive that begins with these tiles, which are only looked at.
  ///
  /// With `auto`, some tiles are encoded and compressed, so the decision depends on the tiles alone.
  static func choose(
    _ output: OutputConfiguration, _ plan: TilePlan, sample jobs: TileJobs, memory: MemoryWatch
  ) throws -> TileCompression {
    if output.tileFormat == .geojson || output.format == .directory && output.compression != .gzip { return .none }
    // MBTiles knows gzipped vector tiles only.
    if output.format == .mbtiles { return .gzip }
    switch output.compression {
    case .gzip: return .gzip
    case .none: return .none
    case .auto: return try trial(plan, jobs, memory)
    }
  }

  private static func trial(
    _ plan: TilePlan, _ jobs: TileJobs, _ memory: MemoryWatch
  ) throws -> TileCompression {
    let tiles = jobs.shares.map(\.tiles.distinctCount).max() ?? 0
    let step = UInt64(max(1, tiles / Self.sampleSize))
    var jobs = jobs
    var trial = try CompressionTrial(level: plan.gzipLevel)
    let worker = try TileWorker(plan, memory: memory)
    while let job = try jobs.next() {
      try job.forEachTile { tile, entries in
        // By a digest of the address, so that large and small tiles are in the sample as they are in the archive.
        guard XXHash64.hash(tile.hilbertID, 0) % step == 0 else { return }
        try worker.reservingLongValues(job, tile, entries) { try trial.add(worker.plainTile(job, tile, entries)) }
      }
    }
    return trial.choice
  }
}
