import Foundation
import OvertileConfiguration
import OvertileLayers
import OvertileReading

/// The tasks of a build that is divided among several processes, on one or more machines.
///
/// The method `plan(share:tilers:into:)` divides the build into tasks. Each read task parses, reprojects, filters, and
/// maps its share of the inputs, and writes the resulting rows to a part. If the plan includes tile tasks, each tile
/// task encodes and compresses its share of the tiles, and writes these tiles to another part. To publish the bundle,
/// run a `PipelineBuild` with `BuildOptions.parts` set to the folder that contains the parts.
///
/// A part appears at its path only when it is complete. Therefore, the tasks of a step can run in any order and more
/// than once, and can be killed at any time.
public struct PipelineParts {
  private let configuration: PipelineConfiguration
  private let options: BuildOptions
  private let cancellation: Cancellation

  /// Creates the tasks of a build from the given configuration. The tasks use the `memory` and `commands` options.
  public init(_ configuration: PipelineConfiguration, options: BuildOptions, cancellation: Cancellation) {
    (self.configuration, self.options, self.cancellation) = (configuration, options, cancellation)
  }

  /// Plans the tasks and writes the plan to the given folder.
  ///
  /// - Parameters:
  ///   - share: The number of input bytes for each read task.
  ///   - tilers: The number of tile tasks.
  ///   - folder: The path of the folder for the plan.
  /// - Returns: The number of read tasks.
  /// - Throws: A `PipelineError` if the plan cannot be made or written.
  public func plan(share: Int, tilers: Int, into folder: String) throws -> Int {
    try working { run, sources in
      let plan = try PartPlan(configuration, sources, share: share, tilers: tilers, run.work)
      try plan.write(to: folder)
      return plan.taskCount
    }
  }

  /// Runs the read task with the given number. The task reads its share of the inputs and writes the resulting rows to
  /// a part.
  ///
  /// - Parameters:
  ///   - number: The number of the read task, starting at 0.
  ///   - folder: The path of the folder that contains the plan.
  ///   - path: The path of the part to write, or `nil` to use the task's default path in the folder.
  /// - Throws: A `PipelineError` if the inputs cannot be read or the part cannot be written. Invalid features do not
  ///   cause an error at this step, because the build judges them later.
  public func read(task number: Int, of folder: String, into path: String?) throws {
    try working { run, sources in
      let (plan, name) = try plan(.read, number, of: folder, sources)
      let chunks = plan.chunks.filter { $0.task == number }
      let source = sources[chunks[0].source]
      let part = try PartWriter(path ?? name.path(in: folder), name)
      let end = try read(chunks, of: source, into: part, run)
      // Afterwards, so that what was read is what was compared.
      try PartPlan.check(chunks, of: source, run.work)
      try part.finish(end)
    }
  }

  private func read(
    _ chunks: [PartPlan.Chunk], of source: PlannedSource, into part: PartWriter, _ run: borrowing BuildRun
  ) throws -> PartEnd {
    var end = PartEnd()
    do {
      for chunk in chunks {
        var slices: any SliceSupply = FileSequence(
          source, run.commands, file: chunk.file, bound: options.memory, section: chunk.section)
        defer { end.warnings.add(slices.warnings) }
        try source.read(&slices, on: run.work) { try part.add(.slice, RecordedSlice.bytes($0)) }
      }
    } catch PipelineError.badData(let reason) {
      end.failure = reason
    }
    return end
  }

  /// Runs the tile task with the given number. The task creates its share of the tiles from the parts of all read
  /// tasks, and writes these tiles to a part.
  ///
  /// - Parameters:
  ///   - number: The number of the tile task, starting at 0.
  ///   - folder: The path of the folder that contains the plan and the parts of the read tasks.
  ///   - path: The path of the part to write, or `nil` to use the task's default path in the folder.
  /// - Throws: A `PipelineError` if the tiles cannot be created or the part cannot be written. Data that makes the
  ///   build fail does not cause an error at this step, because the build judges the data later.
  public func tile(task number: Int, of folder: String, into path: String?) throws {
    try working { _, sources in
      let (plan, name) = try plan(.tile, number, of: folder, sources)
      do {
        try tile(name, of: plan.tilers, folder, path ?? name.path(in: folder))
      } catch PipelineError.badData(let reason) {
        let part = try PartWriter(path ?? name.path(in: folder), name)
        try part.finish(PartEnd(failure: reason))
      }
    }
  }

  private func tile(_ name: PartName, of tasks: Int, _ folder: String, _ path: String) throws {
    var (name, options) = (name, options)
    options.parts = folder
    var run = BuildRun(configuration, options, cancellation) { _ in }
    try run.watchMemory()
    defer { run.memory.rest() }
    run.memory.spill(into: URL(fileURLWithPath: path).deletingLastPathComponent())
    let planned = try PlannedRun(&run)
    let drawn = try DrawnLayers(planned, planned.read(&run), &run)
    name.work = try WorkDigest.digest(drawn)
    let part = try PartWriter(path, name)
    let stage = TileStage(
      plan: TilePlan(drawn.layers, drawn.configuration.output), output: drawn.configuration.output, work: run.work)
    try stage.encode(task: name.task, of: tasks) { number, tiles in
      try part.add(.tiles, number: number, tiles.record())
    }
    try part.finish(PartEnd())
  }

  /// The plan of a folder, and the name of one of its tasks.
  private func plan(
    _ step: PartName.Step, _ number: Int, of folder: String, _ sources: [PlannedSource]
  ) throws -> (PartPlan, PartName) {
    let (plan, digest) = try PartPlan.read(from: folder, configuration, sources, options.memory)
    let count = step == .read ? plan.taskCount : plan.tilers
    guard (0..<count).contains(number) else {
      throw PipelineError.configuration(
        "task \(number) does not exist; the plan has \(count) \(step.rawValue) tasks, numbered from 0")
    }
    return (plan, PartName(plan: digest, step: step, task: number))
  }

  private func working<Result>(_ body: (borrowing BuildRun, [PlannedSource]) throws -> Result) throws -> Result {
    let run = BuildRun(configuration, options, cancellation) { _ in }
    let commands = CommandUse(permission: options.commands, isRunning: false, registry: cancellation.commands)
    do {
      return try body(run, PlannedSource.all(avoiding: PlannedRun.paths(configuration, options), commands))
    } catch { throw PipelineError(error) }
  }
}
