import OvertileConfiguration
import OvertileLayers
import OvertileReading

/// A run that builds and publishes the bundle of a configuration.
public struct PipelineBuild {
  private let configuration: PipelineConfiguration
  private let cancellation: Cancellation
  private let options: BuildOptions

  /// Prepares a run without reading anything.
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
  /// The bundle depends only on the features and the configuration. If anything fails, including a gate, the output
  /// remains unchanged.
  ///
  /// - Parameter observe: receives stages, progress, warnings and the counts of a failed run, on the calling thread.
  /// - Returns: the counts, sizes and times, which are also written beside the bundle.
  /// - Throws: `PipelineError`.
  public func run(_ observe: @escaping BuildObserver = { _ in }) throws -> BuildReport {
    var run = BuildRun(configuration, options, cancellation, observe)
    do {
      try run.memory.begin { [cancellation, cutOff = options.cutOff] failure in
        if cancellation.abandon() { cutOff(failure) }
      }
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
      let read = try planned.read(&run)
      let drawn = try DrawnLayers(read, &run)
      let tiled = try output.tiled(drawn, &run)
      let bundle = try tiled.sealed(&run)
      return try output.commit(bundle, &run)
    } catch {
      throw output.failed(PipelineError(error), &run)
    }
  }

  /// Whether the run neither reads nor writes anything else at the path of the metrics.
  public var mayWriteMetrics: Bool {
    guard options.metrics != nil, (try? PlannedRun.paths(configuration, options)) == nil else { return true }
    var others = options
    others.metrics = nil
    return (try? PlannedRun.paths(configuration, others)) == nil
  }

  /// The overlays of all layers, without tiles and without a bundle: the expected content for a reader of the bundle.
  func producedLayers() throws -> [any OverlayLayer] {
    var run = BuildRun(configuration, options, cancellation) { _ in }
    return try DrawnLayers(PlannedRun(&run).read(&run), &run).layers
  }
}
