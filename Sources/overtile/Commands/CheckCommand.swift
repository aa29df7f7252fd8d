import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertileExpressions
import OvertilePipeline

/// `overtile check`: reads a configuration and probes its inputs.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Read a pipeline and probe its inputs without building.",
    discussion: """
      Reports everything that is wrong with the configuration at once, with line and column; then opens every input, \
      takes its first features through the layers, and says how coordinates will be reprojected and how accurately. As \
      JSON: sources, an object each, and the gates with their limits. `overtile build --dry-run` reads everything.

      Ends with 65 where a build would, as far as those features show it: more of them are wrong than the source \
      tolerates, or no layer gets any. Ends with 73 where the output cannot be written. The warnings are those of a \
      build, and do not change the exit code; where only a part of an input was read, they say so.

      Commands of sources, also GDAL's for the files that it reads, are listed and not run, so check cannot say \
      whether their output can be read. --run-commands runs each as far as its first features. With \
      OVERTILE_COMMANDS=off a configuration that needs a command ends with 78.

      EXAMPLES
        overtile check nightly.yaml && overtile build nightly.yaml
        overtile check nightly.yaml --json
      """)

  @Argument(help: ArgumentHelp("The pipeline's configuration.", valueName: "pipeline.yaml"), completion: .file())
  var pipeline: String

  @Flag(help: "Run the commands of sources, and probe what they write.")
  var runCommands = false

  @Flag(help: "Write what was found as JSON.")
  var json = false

  @OptionGroup var inputs: InputOptions

  @OptionGroup var log: LogOptions

  func validate() throws {
    // A build would end with it, too.
    _ = try MemoryOptions.bound(nil)
  }

  func run() throws {
    let events = EventLog(log)
    try events.reporting {
      let cancellation = Cancellation()
      let signals = try SignalWatch(
        stop: { cancellation.cancel() }, end: { cancellation.abandon() },
        ended: { [log] status, error in EventLog(log).fail(error, status: status) })
      defer { signals.stop() }
      let configuration = try PipelineConfiguration.load(pipeline, inputs: try inputs.folder())
      let findings = try PipelineCheck(
        configuration, commands: CommandPermission(environment: ProcessInfo.processInfo.environment),
        runsCommands: runCommands, cancellation: cancellation
      ).run()
      if json {
        try StandardOutput.write(json: CheckResult(sources: findings, gates: CheckResult.gates(configuration.gates)))
      } else {
        for line in findings.flatMap({ lines($0) }) { try StandardOutput.write(line: line) }
        if let gates = configuration.gates.line { try StandardOutput.write(line: gates) }
      }
      for finding in findings {
        for warning in finding.warnings { events.receive(.warning(warning)) }
        for warning in finding.diagnostics where warning.isWarning { events.receive(.diagnostic(warning)) }
      }
      events.release()
      let failures = findings.compactMap(\.failure)
      if !failures.isEmpty { throw PipelineError.badData(failures.joined(separator: "\n")) }
    }
  }

  /// The output of `--json`.
  private struct CheckResult: Encodable {
    var sources: [PipelineCheck.Finding]
    var gates: [Gate]

    struct Gate: Encodable {
      var name: GateName
      var limit: String
      /// Whether it needs an old bundle.
      var comparesBundles: Bool
    }

    static func gates(_ gates: GateConfiguration) -> [Gate] {
      gates.names.compactMap { name in
        gates.summary(of: name).map { Gate(name: name, limit: $0, comparesBundles: name.comparesBundles) }
      }
    }
  }

  private func lines(_ finding: PipelineCheck.Finding) -> [String] {
    let accuracy = finding.accuracyMeters.map { "\($0) m" } ?? "unknown"
    var lines = [
      "\(finding.source): \(Counted.text(finding.files.count, "file")), \(finding.crs), \(finding.operation), accuracy \(accuracy); "
        + "\(Counted.text(finding.probedFeatures, "feature")) probed, \(finding.wrong) wrong"
    ]
    lines += finding.commands.map {
      (finding.ranCommands ? "  ran: " : "  not run, so not checked (--run-commands): ") + $0
    }
    lines += finding.emptyZooms.sorted { $0.key < $1.key }.compactMap { layer, zooms in
      BuildReport.Layer.text(zooms, layer: layer).map { "  " + $0 }
    }
    // A failure repeats them.
    let causes = finding.failure == nil ? finding.diagnostics.filter { !$0.isWarning } : []
    lines += causes.prefix(10).map { "  \($0.count ?? 0) \($0.code): \($0.message)" }
    return lines
  }
}
