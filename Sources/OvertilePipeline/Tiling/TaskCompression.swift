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

  /// The tiles of a sheet that are tried at least, if there are so many, and about the most of tiles that are clustered together.
  private static let (enough, atOnce) = (400, 200)

  /// The compression of the tiles of a sheet that lie in tiles that are clustered together.
  func choose(
    _ output: OutputConfiguration, _ worker: TileWorker, _ sheet: TileSheet, sample jobs: TileJobs, level: Int
  ) throws -> CompressionChoice {
    if let settled = CompressionChoice.settled(output) { return settled }
    let trial = try trials[sheet] ?? Trial(level: level)
    trials[sheet] = trial
    if trial.sample.count < Self.enough {
      let step = max(1, (jobs.parts.map(\.tiles.distinctCount).max() ?? 0) / Self.atOnce)
      var jobs = jobs
      while let job = try jobs.next() {
        try job.forEachTile(where: { CompressionChoice.isInSample($0, step: step) }) { tile, entries in
          try worker.reservingLongValues(job, tile, entries) {
            try trial.sample.add(worker.plainTile(job, tile, entries))
          }
        }
      }
    }
    return CompressionChoice(trial.sample.choice)
  }
}
