import OvertileConfiguration
import OvertileFeatures
import OvertileTileArchiveWriting

/// The compression of the tiles that a task makes.
///
/// That of an archive is chosen from all of its tiles, which no task has. So a task chooses for each sheet by the same rule,
/// from some of the first tiles that it makes, and the process that builds changes what it got, which is seldom.
final class TaskCompression {
  private final class Trial {
    var sample: CompressionTrial

    init(level: Int) throws { sample = try CompressionTrial(level: level) }
  }

  private var trials: [TileSheet: Trial] = [:]

  /// The tiles of a sheet that are tried at least, if there are so many, and if they leave a doubt.
  private static let (enough, enoughInDoubt) = (50, 400)
  /// The share of the plain bytes, in percent, below which a task compresses. It is less than that of an archive, since some of its
  /// tiles compress better than all.
  private static let clearlyWorthwhilePercent = 80

  /// The compression of the tiles of a sheet that lie in tiles that are clustered together.
  func choose(
    _ output: OutputConfiguration, _ worker: TileWorker, _ sheet: TileSheet, sample jobs: TileJobs, level: Int
  ) throws -> CompressionChoice {
    if let settled = CompressionChoice.settled(output) { return settled }
    let trial = try trials[sheet] ?? Trial(level: level)
    trials[sheet] = trial
    if trial.sample.count < (trial.sample.isDoubtful ? Self.enoughInDoubt : Self.enough) {
      let step = max(1, (jobs.parts.map(\.tiles.distinctCount).max() ?? 0) / Self.enough)
      let isInSample = { (id: UInt64) in CompressionChoice.isInSample(id, step: step) }
      var jobs = jobs
      while let job = try jobs.next() {
        try job.forEachTile(where: isInSample) { tile, entries in
          try worker.reservingLongValues(job, tile, entries) {
            try trial.sample.add(worker.plainTile(job, tile, entries))
          }
        }
      }
    }
    // In doubt not: a plain tile that should be compressed costs less than a compressed one that should be plain.
    let isWorthwhile = trial.sample.gzipBytes * 100 < trial.sample.plainBytes * Self.clearlyWorthwhilePercent
    return CompressionChoice(isWorthwhile ? .gzip : .none)
  }
}
