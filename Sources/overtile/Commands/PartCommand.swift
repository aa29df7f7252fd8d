import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertilePipeline

/// `overtile part`: the work of one process of a divided build; see `PipelineParts`.
struct PartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "part",
    abstract: "Run one task of a build divided among processes.",
    discussion: """
      For programs such as Pipelines/spark: plan prints the number of read tasks; read runs one of them, on any machine \
      and in any order; tile runs one of the tile tasks; and overtile build PIPELINE --parts FOLDER builds the bundle \
      from the results. The bundle is the same as without tasks; see ManyMachines in the documentation.

      EXAMPLE
        mkdir parts
        overtile part plan nightly.yaml --parts parts --tile-tasks 2  # prints 1
        overtile part read nightly.yaml --parts parts --task 0
        overtile part tile nightly.yaml --parts parts --task 0
        overtile part tile nightly.yaml --parts parts --task 1
        overtile build nightly.yaml --parts parts
      """,
    subcommands: [PlanPartCommand.self, ReadPartCommand.self, TilePartCommand.self])
}

/// The arguments of every task.
struct PartOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The pipeline's configuration.", valueName: "pipeline.yaml"), completion: .file())
  var pipeline: String

  @Option(
    help: ArgumentHelp("The folder that contains the plan and the parts.", valueName: "folder"), completion: .directory)
  var parts: String

  @Option(name: .shortAndLong, help: "The number of worker threads. Default: all cores.")
  var threads: Int?

  @OptionGroup var inputs: InputOptions

  @OptionGroup var memory: MemoryOptions

  @OptionGroup var log: LogOptions

  func validate() throws {
    if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be 1 to 1024") }
    _ = try memory.bound()
  }

  /// Does the work of a task.
  func run(_ body: (PipelineParts) throws -> Void) throws {
    try SignalWatch.run(log) { cancellation in
      var options = BuildOptions()
      options.memory = try memory.bound()
      options.commands = CommandPermission(environment: ProcessInfo.processInfo.environment)
      let configuration = try PipelineConfiguration.load(pipeline, threads: threads, inputs: try inputs.folder())
      try body(PipelineParts(configuration, options: options, cancellation: cancellation))
    }
  }
}

/// `overtile part plan`: says how many tasks read.
struct PlanPartCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan the tasks and print the number of read tasks.")

  @OptionGroup var part: PartOptions

  var log: LogOptions { part.log }

  @Option(help: "The number of input bytes per read task. Default: 64 MiB.")
  var share = 64 << 20

  @Option(help: "The number of tile tasks. With 0, overtile build makes all tiles.")
  var tileTasks = 0

  func validate() throws {
    if share < 1 { throw ValidationError("--share must be at least 1") }
    if !(0...10_000).contains(tileTasks) { throw ValidationError("--tile-tasks must be 0 to 10000") }
  }

  func run() throws {
    try part.run { print(try $0.plan(share: share, tilers: tileTasks, into: part.parts)) }
  }
}

/// The arguments of a task of a plan.
struct TaskOptions: ParsableArguments {
  @Option(help: "The number of the task in the plan.")
  var task: Int

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The part to write. Default: STEP-N.part in the folder.", valueName: "path"), completion: .file()
  )
  var output: String?
}

/// `overtile part read`: reads a share of the inputs.
struct ReadPartCommand: LoggingCommand {
  static let configuration = CommandConfiguration(commandName: "read", abstract: "Read a share of the inputs.")

  @OptionGroup var part: PartOptions

  var log: LogOptions { part.log }

  @OptionGroup var task: TaskOptions

  func run() throws {
    try part.run { try $0.read(task: task.task, of: part.parts, into: task.output) }
  }
}

/// `overtile part tile`: makes a share of the tiles.
struct TilePartCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "tile", abstract: "Make a share of the tiles from the results of the read tasks.")

  @OptionGroup var part: PartOptions

  var log: LogOptions { part.log }

  @OptionGroup var task: TaskOptions

  func run() throws {
    try part.run { try $0.tile(task: task.task, of: part.parts, into: task.output) }
  }
}
