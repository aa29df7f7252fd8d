import ArgumentParser

/// The format of messages.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// A command whose messages, also about its error, have a format.
protocol LoggingCommand: ParsableCommand {
  var log: LogOptions { get }
}

/// Options of every command on a pipeline.
struct LogOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Write only errors; if a gate fails, write everything.")
  var quiet = false

  @Option(help: "The format of progress and messages.")
  var logFormat = LogFormat.text
}
