import ArgumentParser

/// The format of messages.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Options of every command on a pipeline.
struct LogOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Write nothing but errors, warnings about gates not judged and metrics not written, and all if a gate fails.")
  var quiet = false

  @Option(help: "How progress and messages are written to standard error: text, or one JSON object a line.")
  var logFormat = LogFormat.text
}
