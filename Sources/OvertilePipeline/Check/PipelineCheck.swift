import OvertileConfiguration
import OvertilePublishing
import OvertileReading

/// A check of a pipeline, performed without building it.
///
/// The check determines whether the inputs exist, look like GeoJSON, and can be reprojected.
public struct PipelineCheck {
  private let configuration: PipelineConfiguration
  private let commands: CommandUse
  private let cancellation: Cancellation

  /// Creates a check of the given configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration to check.
  ///   - commands: A permission that determines whether the check may run commands.
  ///   - runsCommands: Whether the check runs each command until the first features arrive. If this value is `false`,
  ///     the check only lists the commands.
  ///   - cancellation: A flag that asks the check to stop.
  public init(
    _ configuration: PipelineConfiguration, commands: CommandPermission = .allowed, runsCommands: Bool = false,
    cancellation: Cancellation = Cancellation()
  ) {
    self.configuration = configuration
    self.cancellation = cancellation
    self.commands = CommandUse(permission: commands, isRunning: runsCommands, registry: cancellation.commands)
  }

  /// The results of checking a single source.
  public struct Finding: Sendable, Codable {
    /// The name of the source.
    public var source: String
    /// The source's files, in the order in which they are read.
    public var files: [String]
    /// The commands that a build would run for the source, with secrets masked.
    public var commands: [String] = []
    /// Whether the check ran the source's commands.
    public var ranCommands = false
    /// The code or name of the source's coordinate reference system.
    public var crs: String
    /// The name of the operation that converts the source's coordinates to longitude and latitude.
    public var operation: String
    /// The accuracy of the operation, in meters, or `nil` if the accuracy is unknown.
    public var accuracyMeters: Double?
    /// The number of features that the check examined.
    public var probedFeatures = 0
    /// Descriptions of the first features that a build would reject. Each description includes the reason for the
    /// rejection.
    public var rejected: [String] = []
    /// The number of examined features that count toward `maxRejected`. Each feature is counted only once.
    public var wrong = 0
    /// Whether the check examined all features in the source's files. The value is always `false` for streams.
    public var isComplete = true
    /// The data errors, grouped by cause, and the warnings that have a code.
    public var diagnostics: [Diagnostic] = []
    /// Whether every layer that uses the source would be empty, as far as the check can determine.
    public var isEmpty = false
    /// The reason why a build would fail, or `nil` if the check found no such reason.
    public var failure: String?
    /// The warnings about the source, for display to the user.
    public var warnings: [String] = []
    /// The zooms at which each layer shows nothing, keyed by layer name. The dictionary is empty unless the check read
    /// all inputs to the end.
    public var emptyZooms: [String: [Int]] = [:]
  }

  /// Checks the paths to which a build would write, and reads the beginning of every source file.
  ///
  /// - Returns: The findings for each source.
  /// - Throws: A `PipelineError` if there is a problem that would end a build immediately.
  public func run() throws -> [Finding] {
    do {
      let paths = try RunPaths(configuration)
      let sources = try PlannedSource.all(avoiding: paths, commands)
      try paths.rejectForeign()
      let target = OutputPaths(configuration)
      try StagedBundle.rejectUnwritable(target.target, target.publication)
      var findings = try sources.map(probe)
      if !findings.isEmpty { findings[0].diagnostics += OutputName.diagnostics(configuration.output) }
      return try afterDryRun(findings)
    } catch {
      throw PipelineError(error)
    }
  }

  /// The findings, with the results of a dry run where everything has been read anyway and little remains to do.
  private func afterDryRun(_ findings: [Finding]) throws -> [Finding] {
    let features = findings.reduce(0) { $0 + $1.probedFeatures }
    // Commands run again only if no layer got a feature of their whole output.
    let isKnown = findings.allSatisfy { $0.isComplete && $0.failure == nil && ($0.commands.isEmpty || $0.isEmpty) }
    let isShort = features <= SourceProbe.mostRows || findings.allSatisfy(\.isEmpty)
    guard isKnown, isShort, !findings.isEmpty else { return findings }
    var findings = findings
    do {
      let report = try PipelineBuild(configuration, options: options, cancellation: cancellation).run { event in
        // Each once, with the source that it names, or with the first.
        switch event {
        case .diagnostic(let found) where !findings.contains { $0.diagnostics.contains(found) }:
          findings[findings.firstIndex { $0.source == found.source } ?? 0].diagnostics.append(found)
        case .warning(let text) where !text.hasPrefix("gate ") && !findings.contains { $0.warnings.contains(text) }:
          findings[findings.firstIndex { text.contains("source \"\($0.source)\"") } ?? 0].warnings.append(text)
        default: break
        }
      }
      for layer in report.layers where !layer.emptyZooms.isEmpty {
        let index = findings.firstIndex { $0.source == layer.source } ?? 0
        findings[index].emptyZooms[layer.name] = layer.emptyZooms
      }
    } catch PipelineError.badData(let reason) {
      findings[0].failure = reason
    }
    return findings
  }

  /// The options of a dry run. It is not compared with the existing bundle, since a change may be intended.
  private var options: BuildOptions {
    var options = BuildOptions()
    options.isDryRun = true
    options.commands = commands.permission
    options.gates.accepted = Set(GateName.allCases.filter { $0 != .empty })
    return options
  }

  private func probe(_ source: PlannedSource) throws -> Finding {
    let operation = source.reprojector.operation
    var finding = Finding(
      source: source.name, files: source.files, crs: operation.sourceCode ?? operation.sourceName,
      operation: operation.name, accuracyMeters: operation.accuracyMeters)
    finding.commands = source.inputs.compactMap { $0.command?.shown }
    finding.ranCommands = commands.isRunning && !finding.commands.isEmpty
    if source.isUnexplored, source.configuration.crs == nil {
      (finding.crs, finding.operation) = ("a CRS that is not yet known", "an operation that is not yet known")
      finding.accuracyMeters = nil
    }
    finding.warnings = operation.warnings + source.warnings
    var probe = try SourceProbe(source, configuration, commands)
    // Streams can be read once only, and are left to the build.
    for (index, input) in source.inputs.enumerated() {
      let isProbed = input.command == nil ? !input.isStream : commands.isRunning
      guard isProbed else { continue }
      let warnings = try probe.readBeginning(ofFile: index)
      for warning in warnings where !finding.warnings.contains(warning) { finding.warnings.append(warning) }
    }
    try probe.readOnWhereUndecided()
    finding.probedFeatures = probe.read
    finding.wrong = probe.wrong
    finding.isComplete = probe.isComplete
    finding.rejected = probe.faults
    finding.diagnostics = try source.diagnostics + probe.diagnostics()
    finding.failure = probe.failure(finding.diagnostics)
    let run = BuildRun(configuration, options, cancellation) { _ in }
    for found in try finding.failure == nil ? probe.survey(run) : [] where !finding.diagnostics.contains(found) {
      finding.diagnostics.append(found)
    }
    finding.isEmpty = probe.isEmpty
    return finding
  }
}
