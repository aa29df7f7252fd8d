import ArgumentParser
import Foundation
import OvertileConfiguration
import OvertilePipeline

/// `overtile build`: makes a bundle.
struct BuildCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the bundle that a pipeline describes.",
    discussion: """
      The bundle is published atomically: readers see either the old bundle or the new one. Beside the bundle, NAME.report.json \
      contains the counts, and NAME.ledger.jsonl lists the features that were left out or changed. If the run or a gate fails, the \
      old bundle stays.

      With OVERTILE_COMMANDS=off, no command in the configuration runs.

      EXAMPLES
        overtile build Pipelines/quickstart.yaml
        overtile build nightly.yaml --output /srv/maps/overlays --log-format json
        overtile build nightly.yaml --dry-run  # is tonight's export good?
        zcat export.gz | overtile build from-stdin.yaml --quiet
      """)

  @Argument(help: ArgumentHelp("The pipeline's configuration.", valueName: "pipeline.yaml"), completion: .file())
  var pipeline: String

  @Option(name: .shortAndLong, help: "The bundle's folder; overrides the configuration.")
  var output: String?

  @Option(name: .shortAndLong, help: "The number of worker threads. Default: all cores.")
  var threads: Int?

  @Option(
    name: .customLong("accept-gates"),
    help: ArgumentHelp("Gates that are allowed to fail in this run.", valueName: "gate,..."))
  var acceptedGates: [String] = []

  @Flag(help: "Keep a bundle that fails its gates as OUTPUT.rejected.")
  var keepRejected = false

  @Option(
    help: ArgumentHelp("Keep the rejected bundle at this path instead.", valueName: "path"), completion: .directory)
  var rejectedOutput: String?

  @Flag(help: "Write the report as JSON to standard output.")
  var json = false

  @Flag(help: "Resume an interrupted run from its finished zooms.")
  var resume = false

  @Flag(help: "Read every input again to detect changes.")
  var checkInputs = false

  @Flag(help: "Read and check everything, but write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Write metrics about the run for Prometheus.", valueName: "file.prom"),
    completion: .file(extensions: ["prom"]))
  var metrics: String?

  @Option(
    help: ArgumentHelp("Use the parts that overtile part wrote to this folder.", valueName: "folder"),
    completion: .directory)
  var parts: String?

  @OptionGroup var inputs: InputOptions

  @OptionGroup var memory: MemoryOptions

  @OptionGroup var log: LogOptions

  func validate() throws {
    if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be 1 to 1024") }
    _ = try GateOption.names(acceptedGates)
    _ = try memory.bound()
  }

  func run() throws {
    let events = EventLog(log)
    let metrics = MetricsFile(dryRun ? nil : metrics, pipeline: pipeline)
    var writable: MetricsFile?
    let cancellation = Cancellation()
    let tell: @Sendable (PipelineError, ExitStatus) -> Void = { [log] error, status in
      try? metrics?.write(status)
      EventLog(log).fail(error, status: status)
    }
    let signals = try SignalWatch(
      stop: { cancellation.cancel() }, end: { cancellation.abandon() }, ended: { tell(.cancelled, .cancelled) })
    defer { signals.stop() }
    do {
      try metrics?.probe()
      writable = metrics
      let configuration = try PipelineConfiguration.load(
        pipeline, output: output, threads: threads, inputs: try inputs.folder())
      var options = BuildOptions()
      (options.resumes, options.checksInputs, options.isDryRun) = (resume, checkInputs, dryRun)
      (options.memory, options.metrics) = (try memory.bound(), dryRun ? nil : self.metrics)
      options.parts = parts
      options.commands = CommandPermission(environment: ProcessInfo.processInfo.environment)
      options.gates = GateOptions(
        accepted: try GateOption.names(acceptedGates),
        rejected: rejectedOutput.map { .path($0) } ?? (keepRejected ? .besideOutput : .removed))
      options.cutOff = { failure in
        tell(failure, .unavailable)
        _exit(ExitStatus.unavailable.rawValue)
      }
      let build = PipelineBuild(configuration, options: options, cancellation: cancellation)
      // Not at a path where the run would write something else.
      if !build.mayWriteMetrics { writable = nil }
      events.begin(pipeline, name: configuration.name, isDryRun: dryRun)
      let report = try build.run(events.receive)
      events.lastReport = report
      try metrics?.write(.done, report)
      if json { try writeJSON(report) }
      events.finish(report, withSummary: !json)
    } catch {
      signals.waitIfEnding()
      let status = ExitStatus(of: error)
      do { try writable?.write(status, events.lastReport) } catch { events.warn("\(error)") }
      events.fail(error, status: status)
      throw status
    }
  }

  private func writeJSON(_ report: BuildReport) throws {
    do { try StandardOutput.write(json: report) } catch {
      guard !dryRun else { throw error }
      throw PipelineError.inputOutput(
        "the bundle was published, but the JSON report could not be written: \(error)")
    }
  }
}
