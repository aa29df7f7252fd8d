import ArgumentParser

/// The form in which a command that writes files tells what it did.
struct SummaryOptions: ParsableArguments {
  @Flag(help: "Write a summary as JSON to standard output instead of a line to standard error.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write only errors.")
  var quiet = false

  /// Writes a summary as JSON, or else a line, unless the command is to be quiet.
  func tell(_ summary: some Encodable, _ line: String) throws {
    if json { return try StandardOutput.write(json: summary) }
    if !quiet { StandardError.write("overtile: \(line)") }
  }
}
