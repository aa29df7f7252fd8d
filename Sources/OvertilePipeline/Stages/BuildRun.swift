import Foundation
import MapMath
import OvertileConfiguration
import OvertileCore

/// The state that the stages of a run share: its configuration and options, its counts and ledger, its threads, its
/// memory, and its cancellation.
struct BuildRun: ~Copyable {
  let configuration: PipelineConfiguration
  let options: BuildOptions
  let cancellation: Cancellation
  let memory: MemoryWatch
  /// The one pool of threads of the run, with a map over jobs in their order.
  let work: OrderedParallelMap
  let grid: TileGrid
  /// The counts of the run.
  var log: RunLog
  /// The work of tasks, once the plan is made; nil if this process does all.
  var parts: PartFolder?
  /// The features that are changed or not in the bundle. It is kept once an output has begun.
  var ledger: Ledger

  /// Prepares a run, without reading anything.
  init(
    _ configuration: PipelineConfiguration, _ options: BuildOptions, _ cancellation: Cancellation,
    _ observe: @escaping BuildObserver
  ) {
    (self.configuration, self.options, self.cancellation) = (configuration, options, cancellation)
    memory = MemoryWatch(options.memory)
    work = OrderedParallelMap(
      pool: WorkerPool(threads: configuration.threads ?? ProcessInfo.processInfo.activeProcessorCount),
      cancellation: cancellation, memory: memory)
    grid = TileGrid(extent: configuration.output.extent, buffer: configuration.output.buffer)
    log = RunLog(configuration, threads: work.threads, memory: options.memory, observe)
    ledger = Ledger(OutputPaths(configuration), isKept: false)
  }

  /// How the run treats the commands of its sources.
  var commands: CommandUse { CommandUse(permission: options.commands, registry: cancellation.commands) }

  /// Makes the overlays of the run.
  var building: LayerBuilding {
    LayerBuilding(grid: grid, work: work)
  }

  /// The tiles of some layers.
  func plan(_ layers: [any OverlayLayer]) -> TilePlan {
    TilePlan(layers, grid: grid, gzipLevel: configuration.output.level)
  }
}
