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

  /// The tiles of a sheet that are tried at least, if there are so many, and about the most of one shard.
  private static let (enough, atOnce) = (200, 50)

  /// The compression of the tiles of a sheet that lie in one shard.
  func choose(
    _ output: OutputConfiguration, _ worker: TileWorker, _ sheet: TileSheet, sample jobs: TileJobs, level: Int
  ) throws -> CompressionChoice {
    if let settled = CompressionChoice.settled(output) { return settled }
    let trial = try trials[sheet] ?? Trial(level: level)
    trials[sheet] = trial
    if trial.sample.count < Self.enough {
      let step = UInt64(max(1, (jobs.parts.map(\.tiles.distinctCount).max() ?? 0) / Self.atOnce))
      let isInSample = { (id: UInt64) in XXHash64.hash(id, 0) % step == 0 }
      var jobs = jobs
      while let job = try jobs.next() {
        try job.forEachTile(where: isInSample) { tile, entries in
          try worker.reservingLongValues(job, tile, entries) {
            try trial.sample.add(worker.plainTile(job, tile, entries))
          }
        }
      }
    }
    return CompressionChoice(trial.sample.choice)
  }
}
