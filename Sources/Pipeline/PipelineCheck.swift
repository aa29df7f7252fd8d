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
    /// Features of those that count against what the source tolerates, each once.
    public var wrong = 0
    /// Whether the features that were probed are all that the files hold; never of streams, which are left to the build.
    public var isComplete = true
    /// The data errors by their causes, and the warnings that have a code.
    public var diagnostics: [Diagnostic] = []
    /// Whether no feature would be in any layer, as far as that is known.
    public var isEmpty = false
    /// Why a build would fail, as far as the probe shows it.
    public var failure: String?
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
      var findings = try sources.map(probe)
      if !findings.isEmpty { findings[0].diagnostics += OutputName.diagnostics(configuration.output) }
      if findings.allSatisfy({ $0.failure == nil }), !findings.isEmpty,
        let empty = EmptyGate.failure(findings, of: configuration)
      {
        findings[0].failure = empty
      }
      return findings
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
    var probe = try SourceProbe(source, configuration, commands)
    // Streams can be read once only, and are left to the build.
    for (index, input) in source.inputs.enumerated() {
      let isProbed = input.command == nil ? !SourceStreams.isStream(input) : commands.isRunning
      guard isProbed else { continue }
      for warning in try probe.readBeginning(ofFile: index) { finding.warn(warning) }
    }
    try probe.readOnWhereUndecided()
    finding.probedFeatures = probe.read
    finding.wrong = probe.wrong
    finding.isComplete = probe.isComplete
    finding.rejected = probe.faults
    finding.diagnostics = try source.diagnostics + probe.diagnostics()
    finding.failure = probe.failure(finding.diagnostics)
    finding.isEmpty = probe.isEmpty
    return finding
  }
}
