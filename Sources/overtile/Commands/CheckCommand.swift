import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertileExpressions
import OvertilePipeline

/// `overtile check`: reads a configuration and probes its inputs.
struct CheckCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a pipeline and its inputs without building.",
    discussion: """
      Reports every error in the configuration, with line and column. It then opens every input, passes its first \
      features through the layers, and reports how coordinates will be reprojected and how accurately. The JSON output \
      lists the sources, and the gates with their limits. `overtile build --dry-run` reads all features.

      The exit code is 65 if a build would reject those features: too many of them are invalid, or no layer accepts \
      any. The exit code is 73 if the output cannot be written. Warnings are the same as in a build, and do not change \
      the exit code; they tell you if only part of an input was read.

      The commands of sources, including GDAL commands for the files that it reads, are listed but not run, so their \
      output is not checked. --run-commands runs each command until it has written its first features. With \
      OVERTILE_COMMANDS=off, the exit code is 78 if the configuration needs a command.

      EXAMPLES
        overtile check nightly.yaml && overtile build nightly.yaml
        overtile check nightly.yaml --json
      """)

  @Argument(help: ArgumentHelp("The pipeline's configuration.", valueName: "pipeline.yaml"), completion: .file())
  var pipeline: String

  @Flag(help: "Run the sources' commands and check their output.")
  var runCommands = false

  @Flag(help: "Write the findings as JSON.")
  var json = false

  @OptionGroup var inputs: InputOptions

  @OptionGroup var log: LogOptions

  func validate() throws {
    // A build would end with it, too.
    _ = try MemoryOptions.bound(nil)
  }

  func run() throws {
    try SignalWatch.run(log) { cancellation in
      let configuration = try PipelineConfiguration.load(pipeline, inputs: try inputs.folder())
      let findings = try PipelineCheck(
        configuration, commands: CommandPermission(environment: ProcessInfo.processInfo.environment),
        runsCommands: runCommands, cancellation: cancellation
      ).run()
      if json {
        let gates = configuration.gates.limits.map { gate, limit in
          CheckResult.Gate(name: gate, limit: limit, comparesBundles: gate.comparesBundles)
        }
        try StandardOutput.write(json: CheckResult(sources: findings, gates: gates))
      } else {
        for line in findings.flatMap({ lines($0) }) { try StandardOutput.write(line: line) }
        let gates = configuration.gates.limits.map { gate, limit in "\(gate.rawValue) (\(limit))" }
        if !gates.isEmpty { try StandardOutput.write(line: "gates: " + gates.joined(separator: ", ")) }
      }
      let events = EventLog(log)
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
  }

  private func lines(_ finding: PipelineCheck.Finding) -> [String] {
    let accuracy = finding.accuracyMeters.map { "\($0) m" } ?? "unknown"
    var lines = [
      "\(finding.source): \(Counted.text(finding.files.count, "file")), \(finding.crs), \(finding.operation), accuracy \(accuracy); "
        + "\(Counted.text(finding.probedFeatures, "feature")) checked, \(finding.wrong) invalid"
    ]
    lines += finding.commands.map {
      (finding.ranCommands ? "  ran: " : "  not run; use --run-commands to check its output: ") + $0
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
