import OvertileConfiguration
import OvertileLayers
import OvertileReading

/// A run that builds a bundle from a configuration and publishes it.
public struct PipelineBuild {
  private let configuration: PipelineConfiguration
  private let cancellation: Cancellation
  private let options: BuildOptions

  /// Creates a run that builds a bundle from the given configuration. Nothing is read until you call `run(_:)`.
  public init(
    _ configuration: PipelineConfiguration, options: BuildOptions = BuildOptions(),
    cancellation: Cancellation = Cancellation()
  ) {
    self.configuration = configuration
    self.options = options
    self.cancellation = cancellation
  }

  /// Builds and publishes the bundle.
  ///
  /// The content of the bundle depends only on the features and the configuration. If anything fails, including a gate,
  /// the output remains unchanged.
  ///
  /// - Parameter observe: A function that receives the events of the run, such as warnings and the progress of each
  ///   stage. The function is called on the calling thread.
  /// - Returns: A report on the run. The report is also written beside the bundle.
  /// - Throws: A `PipelineError` if the run fails.
  public func run(_ observe: @escaping BuildObserver = { _ in }) throws -> BuildReport {
    var run = BuildRun(configuration, options, cancellation, observe)
    do {
      try run.watchMemory()
      defer { run.memory.rest() }
      let planned = try PlannedRun(&run)
      return options.isDryRun
        ? try flow(planned, to: DryRunOutput(planned, &run), &run)
        : try flow(planned, to: StagedOutput(planned, &run), &run)
    } catch {
      observe(.stopped(run.log.stopped()))
      throw PipelineError(error)
    }
  }

  /// The way from sources to a bundle. Each stage makes the value that the next one consumes.
  private func flow<Output: BundleOutput & ~Copyable>(
    _ planned: PlannedRun, to output: borrowing Output, _ run: inout BuildRun
  ) throws -> BuildReport {
    do {
      let rows = try planned.read(&run)
      let drawn = try DrawnLayers(planned, consume rows, &run)
      let tiled = try output.tiled(drawn, &run)
      let bundle = try tiled.sealed(&run)
      return try output.commit(bundle, &run)
    } catch {
      throw output.failed(PipelineError(error), &run)
    }
  }

  /// Whether the metrics can be written without conflicting with the inputs or other outputs of the run.
  public var mayWriteMetrics: Bool {
    guard options.metrics != nil, (try? PlannedRun.paths(configuration, options)) == nil else { return true }
    var others = options
    others.metrics = nil
    return (try? PlannedRun.paths(configuration, others)) == nil
  }
}
