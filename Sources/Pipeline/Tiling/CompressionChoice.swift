import Configuration
import TileArchive

/// Decides how the tiles of an archive are compressed.
enum CompressionChoice {
  /// About how many tiles of a zoom are tried.
  private static let sampleSize = 48

  /// The compression of an archive that begins with these tiles, which are only looked at.
  ///
  /// With `auto`, tiles evenly spread over the zoom are encoded and compressed, so the decision depends on the tiles
  /// alone.
  static func choose(_ output: OutputConfiguration, _ plan: TilePlan, sample jobs: TileJobs) throws -> TileCompression {
    if output.tileFormat == .geojson || output.format == .directory && output.compression != .gzip { return .none }
    // MBTiles knows gzipped vector tiles only.
    if output.format == .mbtiles { return .gzip }
    switch output.compression {
    case .gzip: return .gzip
    case .none: return .none
    case .auto: return try trial(plan, jobs)
    }
  }

  private static func trial(_ plan: TilePlan, _ jobs: TileJobs) throws -> TileCompression {
    var jobs = jobs
    var all: [TileJobs.Job] = []
    while let job = jobs.next() { all.append(job) }
    let stride = max(1, all.count / Self.sampleSize)
    var trial = try CompressionTrial(level: plan.gzipLevel)
    let worker = try TileWorker(plan)
    for job in Swift.stride(from: 0, to: all.count, by: stride).map({ all[$0] }) {
      var taken = 0
      // A few tiles from the start of each job: jobs are cut by the number of entries, so large tiles weigh as they do.
      try job.forEachTile { tile, entries in
        if taken < 4 { try trial.add(worker.plainTile(job, tile, entries)) }
        taken += 1
      }
    }
    return trial.choice
  }
}
