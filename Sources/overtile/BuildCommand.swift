import ArgumentParser
import Configuration
import Foundation
import Pipeline

/// `overtile build`: makes a bundle.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the bundle that a pipeline describes.",
    discussion: """
      Reads the sources, makes the layers, writes the bundle beside its place and swaps it in as a whole: readers see \
      the old bundle or the new one. The report and, where features were left out, the ledger are written beside the \
      bundle as NAME.report.json and NAME.ledger.jsonl. SIGINT and SIGTERM end the run within a second and leave \
      nothing of it.

      Where the configuration has gates, a bundle that does not pass them is not published: the old one stays, and the \
      exit code is 65. Nothing but the gates named by --accept-gates is then let through, in this run only.

      GATES
      \(GateOption.table)

      EXAMPLES
        overtile build Pipelines/quickstart.yaml
        overtile build nightly.yaml --output /srv/maps/overlays --threads 4 --log-format json
        overtile build nightly.yaml --resume   # after a crash: finished zooms are not made again
        zcat export.gz | overtile build from-stdin.yaml --quiet
      """)

  @Argument(help: ArgumentHelp("The pipeline's configuration.", valueName: "pipeline.yaml"), completion: .file())
  var pipeline: String

  @Option(name: .shortAndLong, help: "The bundle's folder, in place of the configuration's.")
  var output: String?

  @Option(name: .shortAndLong, help: "Worker threads. Default: all cores. The bundle is the same with any number.")
  var threads: Int?

  @Option(
    name: .customLong("accept-gates"),
    help: ArgumentHelp("Gates that may fail this once, separated by commas. Repeatable.", valueName: "gate,..."))
  var acceptedGates: [String] = []

  @Option(
    name: .customLong("keep-rejected"), defaultAsFlag: "",
    help: ArgumentHelp(
      "Keep a bundle that does not pass its gates, with its report beside it: at a path, or as OUTPUT.rejected. "
        + "Replaces the one kept before.", valueName: "path"), completion: .directory)
  var keepRejected: String?

  @Flag(help: "Write the run's report as JSON to standard output instead of a summary to standard error.")
  var json = false

  @Flag(help: "Take up the zooms that a killed run of the same work had finished. The bundle is the same.")
  var resume = false

  @Flag(help: "Compare the inputs' contents, too, to notice changes while they are read. Reads them twice more.")
  var checkInputs = false

  @OptionGroup var memory: MemoryOptions

  @OptionGroup var log: LogOptions

  func validate() throws {
    if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be 1 to 1024") }
    _ = try GateOption.names(acceptedGates)
    _ = try memory.bound()
  }

  func run() throws {
    let events = EventLog(log)
    let cancellation = Cancellation()
    let signals = SignalWatch(
      stop: { cancellation.cancel() }, end: { cancellation.abandon() },
      ended: { [log] in EventLog(log).fail(PipelineError.cancelled, status: .cancelled) })
    defer { signals.stop() }
    do {
      let configuration = try PipelineConfiguration.load(pipeline, output: output, threads: threads)
      var options = BuildOptions()
      (options.resumes, options.checksInputs) = (resume, checkInputs)
      options.memory = try memory.bound()
      options.gates = GateOptions(
        accepted: try GateOption.names(acceptedGates), rejected: GateOption.rejected(keepRejected))
      let build = PipelineBuild(configuration, options: options, cancellation: cancellation)
      let report = try build.run { events.receive($0) }
      events.finish()
      if json {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(report), as: UTF8.self))
      } else if !log.quiet, log.logFormat == .text {
        StandardError.write(ReportSummary.text(report))
      }
    } catch {
      signals.waitIfEnding()
      let status = ExitStatus(of: error)
      events.fail(error, status: status)
      throw status
    }
  }
}
