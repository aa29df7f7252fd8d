import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileTileArchive
import OvertileTileArchiveWriting

/// The compression of an archive's tiles, and the trial of `compression: auto`.
struct CompressionChoice: Sendable, Codable, Hashable {
  /// The compression.
  var compression: TileCompression
  /// The result of the trial; nil if there was no choice.
  var trial: Trial?

  /// The tiles of the trial, each distinct one once.
  struct Trial: Sendable, Codable, Hashable {
    /// Their number.
    var tiles: Int
    /// Whether they are all tiles of the archive.
    var isAll: Bool
    /// Their bytes as they are.
    var plainBytes: Int
    /// The bytes of their gzip members.
    var gzipBytes: Int
  }

  init(_ compression: TileCompression, _ trial: Trial? = nil) {
    (self.compression, self.trial) = (compression, trial)
  }

  /// Whether the tiles are gzipped.
  var isGzip: Bool { compression == .gzip }

  /// The approximate most tiles of the first sample, and of the sample if the first one leaves a doubt.
  static let (sampleSize, largeSampleSize) = (400, 4000)

  /// Whether an archive is written plain at first, and its compression chosen when all of its tiles are there.
  static func isLate(_ output: OutputConfiguration) -> Bool {
    output.compression == .auto && output.format == .pmtiles && output.spansZooms
  }

  /// The compression of an archive of one zoom that begins with these tiles, which are only read; and of an archive of
  /// several zooms if there is no choice.
  ///
  /// With `auto`, some tiles are encoded and compressed, so the decision depends on the tiles alone.
  static func choose(
    _ output: OutputConfiguration, _ plan: TilePlan, sample jobs: TileJobs, memory: MemoryWatch
  ) throws -> CompressionChoice {
    if output.format.requiresGzip || output.compression == .gzip { return CompressionChoice(.gzip) }
    let isChosen = output.compression == .auto && output.format.choosesCompression && !isLate(output)
    return try isChosen ? trial(plan, jobs, memory) : CompressionChoice(.none)
  }

  private static func trial(
    _ plan: TilePlan, _ jobs: TileJobs, _ memory: MemoryWatch
  ) throws -> CompressionChoice {
    let tiles = jobs.parts.map(\.tiles.distinctCount).max() ?? 0
    let worker = try TileWorker(plan, memory: memory)
    return try widening(tiles, level: plan.gzipLevel) { step, trial in
      var jobs = jobs
      while let job = jobs.next() {
        try job.forEachTile(where: { isInSample($0, step: step) }) { tile, entries in
          try trial.add(worker.plainTile(job, tile, entries))
        }
      }
    }
  }

  /// Whether a tile is tried, by a digest of its address: so the sample has large and small tiles in the archive's proportion.
  static func isInSample(_ id: UInt64, step: Int) -> Bool { XXHash64.hash(id, 0) % UInt64(step) == 0 }

  /// Tries about one tile of each `step`, and a larger sample if the first one leaves a doubt.
  ///
  /// - Parameter sample: adds the tiles of a sample.
  static func widening(
    _ tiles: Int, level: Int, _ sample: (Int, inout CompressionTrial) throws -> Void
  ) throws -> CompressionChoice {
    for size in [sampleSize, largeSampleSize] {
      let step = max(1, tiles / size)
      var trial = try CompressionTrial(level: level)
      try sample(step, &trial)
      if step == 1 || !trial.isDoubtful || size == largeSampleSize {
        let result = Trial(
          tiles: trial.count, isAll: step == 1, plainBytes: trial.plainBytes, gzipBytes: trial.gzipBytes)
        return CompressionChoice(trial.choice, result)
      }
    }
    return CompressionChoice(.none)
  }
}

extension BuildReport.ArchiveCompression {
  /// The report's entry of an archive whose compression was chosen; nil for one whose compression was configured, or
  /// that is empty.
  init?(_ file: BundleManifest.File, _ choice: CompressionChoice) {
    guard let trial = choice.trial, trial.tiles > 0 else { return nil }
    let (own, other) = choice.isGzip ? (trial.gzipBytes, trial.plainBytes) : (trial.plainBytes, trial.gzipBytes)
    let fraction = Double(other) / Double(max(1, own))
    self.init(
      file: file.path, compression: choice.compression.rawValue, bytes: file.bytes,
      otherBytes: trial.isAll ? file.bytes - own + other : Int(Double(file.bytes) * fraction), triedTiles: trial.tiles,
      triedAll: trial.isAll)
  }
}
