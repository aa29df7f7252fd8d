import Configuration
import GeoJSON

/// A look at a pipeline without building it: the inputs are there, begin like GeoJSON, and can be reprojected.
public struct PipelineCheck {
  private let configuration: PipelineConfiguration
  private let commands: CommandUse

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - commands: whether commands may be run at all.
  ///   - runsCommands: whether those of the sources are run as far as their first features; otherwise they are only listed.
  ///   - cancellation: ends them when the check has to stop.
  public init(
    _ configuration: PipelineConfiguration, commands: CommandPermission = .allowed, runsCommands: Bool = false,
    cancellation: Cancellation = Cancellation()
  ) {
    self.configuration = configuration
    self.commands = CommandUse(permission: commands, isRunning: runsCommands, registry: cancellation.commands)
  }

  /// What a source looks like.
  public struct Finding: Sendable, Codable {
    /// The source's name.
    public var source: String
    /// The files, in the order in which they are read.
    public var files: [String]
    /// The commands that a build runs, without secrets.
    public var commands: [String] = []
    /// Whether the commands were run here.
    public var ranCommands = false
    /// The coordinate reference system.
    public var crs: String
    /// The operation to longitude and latitude.
    public var operation: String
    /// Its stated accuracy in metres, where it is known.
    public var accuracyMeters: Double?
    /// Features in the first slice of each file.
    public var probedFeatures = 0
    /// Features of those that this pipeline would reject, with the reasons of the first.
    public var rejected: [String] = []
    /// What a person should know.
    public var warnings: [String] = []

    /// Adds a warning, once.
    fileprivate mutating func warn(_ text: String?) {
      if let text, !warnings.contains(text) { warnings.append(text) }
    }
  }

  /// Looks at the places that a build would write, and probes every source: opens each file and takes its first slice
  /// through every layer.
  ///
  /// - Throws: `PipelineError` for what would end a build at once.
  public func run() throws -> [Finding] {
    do {
      let places = try RunPlaces(configuration)
      let sources = try PlannedSource.all(avoiding: places, commands)
      try places.refuseForeign()
      return try sources.map(probe)
    } catch let error as PipelineError {
      throw error
    } catch {
      throw PipelineError(error)
    }
  }

  private func probe(_ source: PlannedSource) throws -> Finding {
    let operation = source.reprojector.operation
    var finding = Finding(
      source: source.name, files: source.files, crs: operation.sourceCode ?? operation.sourceName,
      operation: operation.name, accuracyMeters: operation.accuracyMeters)
    finding.commands = source.inputs.compactMap { $0.command?.shown }
    finding.ranCommands = commands.isRunning && !finding.commands.isEmpty
    if source.isUnexplored, source.configuration.crs == nil {
      (finding.crs, finding.operation) = ("a CRS that is not known yet", "an operation that is not known yet")
      finding.accuracyMeters = nil
    }
    finding.warnings = operation.warnings + source.warnings
    let worker = try SourceWorker(source, memory: MemoryWatch(nil))
    // Streams can be read once only, and are left to the build.
    for (index, input) in source.inputs.enumerated() {
      let isProbed = input.command == nil ? !SourceStreams.isStream(input) : commands.isRunning
      guard isProbed, let job = try source.firstSlice(ofFile: index, commands) else { continue }
      let outcome = try worker.work(job)
      for crs in outcome.crs { finding.warn(try source.check(crs, in: input)) }
      for (intake, layer) in zip(source.layers, outcome.layers) {
        try TileEstimate.check(layer.tiles, of: intake.layer)
      }
      finding.probedFeatures += outcome.read
      finding.rejected += outcome.entries.filter(\.code.isFault).map(\.summary)
    }
    return finding
  }
}
