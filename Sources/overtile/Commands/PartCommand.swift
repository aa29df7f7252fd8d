import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertilePipeline

/// `overtile part`: the work of one process of a build that is divided among several; see `PipelineParts`.
///
/// Hidden: programs call it, such as the one in `Pipelines/spark`.
struct PartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "part",
    abstract: "Do the work of one process of a divided build.",
    discussion: """
      Programs call these commands, which are not an interface for people: plan, then every read task, then the tasks \
      of each level one level after the other, then overtile build PIPELINE --parts FOLDER. All files of a run lie in \
      one folder; the plan is plan.json there, and the names of the others end with .part.
      """,
    shouldDisplay: false,
    subcommands: [PlanPartCommand.self, ReadPartCommand.self, ShardPartCommand.self, RoutePartCommand.self])
}

/// The arguments of every task.
struct PartOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The pipeline's configuration.", valueName: "pipeline.yaml"), completion: .file())
  var pipeline: String

  @Option(name: [.long, .customShort("j")], help: "Worker threads. Default: all cores.")
  var jobs: Int?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "path"), completion: .file())
  var output: String

  @OptionGroup var inputs: InputOptions

  @OptionGroup var memory: MemoryOptions

  @OptionGroup var log: LogOptions

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
    if output == "" { throw ValidationError("--output: the name of the file is empty") }
    _ = try memory.bound()
  }

  /// Does the work of a task; an error is reported, and becomes the exit code.
  func run(_ body: (PipelineParts) throws -> Void) throws {
    try EventLog(log).reporting {
      let cancellation = Cancellation()
      let signals = try SignalWatch(
        stop: { cancellation.cancel() }, end: { cancellation.abandon() },
        ended: { [log] status, error in EventLog(log).fail(error, status: status) })
      defer { signals.stop() }
      var options = BuildOptions()
      options.memory = try memory.bound()
      options.commands = CommandPermission(environment: ProcessInfo.processInfo.environment)
      // A task has all files of the step before it open.
      DescriptorLimit.raised(to: DescriptorLimit.partFiles)
      let configuration = try PipelineConfiguration.load(pipeline, threads: jobs, inputs: try inputs.folder())
      try body(PipelineParts(configuration, options: options, cancellation: cancellation))
    }
  }
}

/// `overtile part plan`: says which tasks there are.
struct PlanPartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "plan", abstract: "Plan the tasks.")

  @OptionGroup var part: PartOptions

  @Option(help: "The number of processes that read; by default one for each 64 MiB of the inputs.")
  var tasks: Int?

  @Option(
    help: "The zoom of the tiles that the first level's tasks cluster, 0 to 24; by default it follows the inputs.")
  var shardZoom: Int?

  func validate() throws {
    if let tasks, !(1...1_000_000).contains(tasks) { throw ValidationError("--tasks must be 1 to 1000000") }
    if let shardZoom, !(0...24).contains(shardZoom) { throw ValidationError("--shard-zoom must be 0 to 24") }
  }

  func run() throws {
    try part.run { try $0.plan(tasks: tasks, tileZoom: shardZoom, into: part.output) }
  }
}

/// `overtile part read`: reads a share of the inputs.
struct ReadPartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "read", abstract: "Read a share of the inputs.")

  @OptionGroup var part: PartOptions

  @Option(help: ArgumentHelp("The plan.", valueName: "plan.json"), completion: .file(extensions: ["json"]))
  var plan: String

  @Option(help: "The number of the task in the plan.")
  var task: Int

  func run() throws {
    try part.run { try $0.read(plan: plan, task: task, into: part.output) }
  }
}

/// The arguments of every command about a level.
struct LevelOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The plan.", valueName: "plan.json"), completion: .file(extensions: ["json"]))
  var plan: String

  @Option(help: "The level, from 0.")
  var level: Int

  @Option(help: "The number of tasks of the level.")
  var tasks = 1

  @Argument(help: ArgumentHelp("The part files of the step before.", valueName: "file.part"), completion: .file())
  var inputs: [String] = []
}

/// `overtile part shard`: clusters the points of some tiles.
struct ShardPartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "shard", abstract: "Cluster the points of some tiles.")

  @OptionGroup var part: PartOptions
  @OptionGroup var step: LevelOptions

  @Option(help: "The number of the task among those of the level, from 0.")
  var task = 0

  func run() throws {
    try part.run {
      try $0.shard(
        plan: step.plan, level: step.level, share: (number: task, of: step.tasks), inputs: step.inputs,
        into: part.output)
    }
  }
}

/// `overtile part route`: says which tasks of a level need which cells.
struct RoutePartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Say which tasks need which cells, for programs that hand sections to tasks.")

  @OptionGroup var part: PartOptions
  @OptionGroup var step: LevelOptions

  func run() throws {
    try part.run {
      try $0.route(plan: step.plan, level: step.level, tasks: step.tasks, inputs: step.inputs, into: part.output)
    }
  }
}
