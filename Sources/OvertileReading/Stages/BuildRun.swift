import Foundation
import OvertileConfiguration
import OvertileCore

/// The state that the stages of a run share: its configuration and options, its counts and ledger, its threads, its
/// memory, and its cancellation.
package struct BuildRun: ~Copyable {
  package let configuration: PipelineConfiguration
  package let options: BuildOptions
  package let cancellation: Cancellation
  package let memory: MemoryWatch
  /// The one pool of threads of the run, with a map over jobs in their order.
  package let work: OrderedParallelMap
  /// The counts of the run.
  package var log: RunLog
  /// The work of tasks, once the plan is made; nil if this process does all.
  package var parts: PartFolder?
  /// The features that are changed or not in the bundle. It is kept once an output has begun.
  package var ledger: Ledger

  /// Prepares a run, without reading anything.
  package init(
    _ configuration: PipelineConfiguration, _ options: BuildOptions, _ cancellation: Cancellation,
    _ observe: @escaping BuildObserver
  ) {
    (self.configuration, self.options, self.cancellation) = (configuration, options, cancellation)
    memory = MemoryWatch(options.memory)
    work = OrderedParallelMap(
      pool: WorkerPool(threads: configuration.threads ?? ProcessInfo.processInfo.activeProcessorCount),
      cancellation: cancellation, memory: memory)
    log = RunLog(configuration, threads: work.threads, memory: options.memory, observe)
    ledger = Ledger(OutputPaths(configuration), isKept: false)
  }

  /// Begins to watch the memory. A run that cannot be stopped in time is cut off.
  package func watchMemory() throws {
    try memory.begin { [cancellation, cutOff = options.cutOff] failure in
      if cancellation.abandon() { cutOff(failure) }
    }
  }

  /// How the run treats the commands of its sources.
  package var commands: CommandUse { CommandUse(permission: options.commands, registry: cancellation.commands) }
}
