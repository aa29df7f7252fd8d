import OvertileReading
import OvertileTileArchive

/// The tiles that tasks have made: the results of jobs, each in the part of the task that has it.
struct MadeTiles {
  private let parts: [PartReader]

  /// Takes the parts of all tasks.
  init?(_ parts: [PartReader]) {
    if parts.isEmpty { return nil }
    self.parts = parts
  }

  /// The tiles of a job, found on this thread and read by any. Jobs come in order, and some may be left out.
  func tiles(of job: JobSupply.Job) throws -> @Sendable (TileWorker) throws -> EncodedTiles {
    let part = parts[job.task(of: parts.count)]
    while let record = try part.next(), record.number <= job.number {
      if record.number == job.number {
        return { [sheet = job.job.sheet] _ in try EncodedTiles(sheet, record: record.checked()) }
      }
    }
    throw PartReader.fault(part.path, "the part does not contain the tiles of this build")
  }
}
