import Foundation
import OvertileClustering
import OvertileConfiguration
import OvertileDigests
import OvertileFeatures
import OvertileTileArchive

/// A build that is divided among processes, on one machine or many: the work of each of them, with files in and out.
///
/// 1. `plan` says which tasks there are.
/// 2. Each `read` task parses its share of the inputs, and sends points to the tasks that cluster.
/// 3. Each `shard` task clusters the points of some tiles, and sends nodes to the next level. Those of the first level also make
///    the tiles of the zooms that they decide.
/// 4. `PipelineBuild` with `BuildOptions.parts` builds the bundle from the results of all tasks: byte for byte the one that it
///    builds alone.
///
/// Tasks may run in any order within a step, several times, and die: a part file has its name once it is whole.
public struct PipelineParts {
  private let configuration: PipelineConfiguration
  private let options: BuildOptions
  private let cancellation: Cancellation
  /// The bytes of an input file that one task reads at least; a smaller file is not shared.
  var leastShare = 8 << 20

  /// Prepares the tasks of a run. `memory` and `commands` of the options apply to tasks, too.
  public init(
    _ configuration: PipelineConfiguration, options: BuildOptions = BuildOptions(),
    cancellation: Cancellation = Cancellation()
  ) {
    (self.configuration, self.options, self.cancellation) = (configuration, options, cancellation)
  }

  /// Plans about so many tasks that read. Every file has at least one; compressed files are not shared. Files that several
  /// tasks share are scanned once for the borders of features.
  ///
  /// - Parameters:
  ///   - tasks: the number of processes; nil for one that follows from the size of the inputs.
  ///   - tileZoom: the zoom of the tiles that the first level's tasks cluster, 0 to 24; nil for one that is chosen from the size of the
  ///     inputs.
  ///   - path: the file to write, named `PartPlan.fileName`.
  /// - Throws: `PipelineError` for inputs that cannot be found, and for a file that cannot be written.
  public func plan(tasks: Int? = nil, tileZoom: Int? = nil, into path: String) throws {
    do {
      let text = try ExactJSON.encode(plan(tasks: tasks, tileZoom: tileZoom))
      try TaskOutput.write(text, to: path, mayReplace: [#"{"digest":"#])
    } catch { throw PipelineError(error) }
  }

  private func plan(tasks: Int?, tileZoom: Int?) throws -> PartPlan {
    let run = BuildRun(configuration, options, cancellation) { _ in }
    let paths = try PlannedRun.paths(configuration, options)
    let sources = try PlannedSource.all(avoiding: paths, run.commands)
    let reads = try SharedFiles(sources, leastShare: leastShare).reads(tasks: tasks, run.work, run.commands)
    let estimate = try ShardZoom(sources, configuration, run.commands, options.memory)
    let tileZoom = tileZoom ?? estimate.zoom
    let levels = sources.filter(\.isDivisible).flatMap(\.layerIndices).compactMap { layer in
      configuration.layers[layer].shardPlan(configuration.output, tileZoom: tileZoom)?.levels.count
    }
    let proj = PlannedSource.projVersions(of: sources.filter(\.isDivisible))
    let work = try PartWork.digest(configuration, options.memory, tileZoom: tileZoom, proj: proj)
    return try PartPlan(
      work: SHA256.text(work), proj: proj, tileZoom: tileZoom, reads: reads, levels: levels.max() ?? 0,
      shards: estimate.leastTasks
    ).sealed()
  }

  /// Does the work of a task that reads.
  ///
  /// - Parameters:
  ///   - planPath: the path of the plan.
  ///   - task: the number of the task in the plan.
  ///   - path: the part file to write.
  /// - Throws: `PipelineError`. Wrong features are not errors: the process that builds the bundle judges them.
  public func read(plan planPath: String, task: Int, into path: String) throws {
    let (plan, work) = try load(planPath)
    guard plan.reads.indices.contains(task) else {
      throw PipelineError.configuration(
        "\(planPath): there is no task \(task) that reads: there are \(plan.reads.count), from 0 on")
    }
    let run = BuildRun(configuration, options, cancellation) { _ in }
    let share = plan.reads[task]
    guard configuration.sources.indices.contains(share.source) else {
      throw PipelineError.inputOutput("\(planPath): there is no source \(share.source)")
    }
    let paths = try PlannedRun.paths(configuration, options)
    let source = try PlannedSource(configuration.sources[share.source], avoiding: paths, run.commands)
    try plan.checkProj(of: source)
    guard source.inputs.indices.contains(share.file), share.isValid else {
      throw PipelineError.inputOutput(
        "\(planPath): source \"\(source.name)\" has no file \(share.file); the inputs changed")
    }
    do {
      try TaskOutput.check(path, mayReplace: [PartFormat.magicText])
      let writer = try PartWriter(path, work: work)
      try PartReading(
        source: source, share: share, number: task, plan: plan, configuration: configuration, work: run.work,
        commands: run.commands, building: run.building
      ).write(writer)
      try writer.finish()
    } catch { throw PipelineError(error) }
  }

  /// Does the work of a task that clusters: some tiles of a level, of all layers.
  ///
  /// - Parameters:
  ///   - planPath: the path of the plan.
  ///   - level: the level, from 0.
  ///   - share: the number of the task, and that of all tasks of the level.
  ///   - inputs: the part files of all tasks that read, or at a further level those of all tasks of the level before.
  ///     Sections for other tasks change nothing.
  ///   - path: the part file to write.
  /// - Throws: `PipelineError`.
  public func shard(
    plan planPath: String, level: Int, share: (number: Int, of: Int), inputs: [String], into path: String
  ) throws {
    let (plan, work) = try load(planPath)
    try Self.check(level, share, of: plan, path: planPath)
    do {
      try TaskOutput.check(path, mayReplace: [PartFormat.magicText], inputs: inputs)
      let files = try inputs.map { try PartFile($0, work: work) }
      let writer = try PartWriter(path, work: work)
      let run = BuildRun(configuration, options, cancellation) { _ in }
      let tiles = TaskTiles(
        output: configuration.output, divided: DividedTiles(configuration, plan), grid: run.grid, memory: run.memory)
      try PartClustering(
        configuration: configuration, plan: plan, level: level, share: share,
        drawing: TaskDrawing(configuration: configuration, grid: run.grid, work: run.work), cancellation: cancellation
      ).write(files, to: writer) { region, drawn in
        try tiles.write(region, drawn) { section, segment in
          try writer.append(section, head: segment.head, body: segment.bytes)
        }
      }
      try writer.finish()
    } catch { throw PipelineError(error) }
  }

  /// Says which tasks of a level need which cells, for programs that hand sections to tasks: a file of JSON, with the numbers of the
  /// tasks by the number of a cell, as sections have it.
  ///
  /// - Parameters:
  ///   - planPath: the path of the plan.
  ///   - level: the level, from 0.
  ///   - tasks: the number of its tasks.
  ///   - inputs: part files in which all tasks of the step before say what they sent.
  ///   - path: the file to write.
  /// - Throws: `PipelineError`.
  public func route(plan planPath: String, level: Int, tasks: Int, inputs: [String], into path: String) throws {
    let (plan, work) = try load(planPath)
    try Self.check(level, (0, tasks), of: plan, path: planPath)
    do {
      let files = try inputs.map { try PartFile($0, work: work) }
      let handed = try HandedNodes(files, level: level, tasks: level == 0 ? plan.reads.count : nil)
      let zooms = RegionZooms(configuration, plan, level: level)
      let taskOfTile = ShardShares(handed.points, zooms, tasks: tasks).taskOfTile
      var routes: [String: [Int]] = [:]
      for cell in Set(handed.points.values.flatMap(\.keys)) {
        let tiles = cell.tiles(ofCellsAt: zooms.zoom(ofCell: cell))
        routes[String(cell.packed)] = Set(tiles.compactMap { taskOfTile[$0] }).sorted()
      }
      // A number of a cell comes first.
      try TaskOutput.write(
        try ExactJSON.encode(routes), to: path, mayReplace: (0...9).map { "{\"\($0)" } + ["{}"])
    } catch { throw PipelineError(error) }
  }

  private static func check(_ level: Int, _ share: (number: Int, of: Int), of plan: PartPlan, path: String) throws {
    guard (0..<plan.levels).contains(level), share.of > 0, (0..<share.of).contains(share.number) else {
      throw PipelineError.configuration(
        "\(path): there is no share \(share.number) of \(share.of) of level \(level): the plan has \(plan.levels) levels, from 0 on"
      )
    }
  }

  private func load(_ path: String) throws -> (PartPlan, work: [UInt8]) {
    guard let text = FileManager.default.contents(atPath: path) else {
      throw PipelineError.inputMissing("\(path): there is no plan; `overtile part plan` makes one")
    }
    let plan = try PartPlan(text, path: path)
    return (plan, try plan.checkedWork(configuration, options.memory, path: path))
  }
}
