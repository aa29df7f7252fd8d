import ArgumentParser

/// The form in which a command that writes files tells what it did.
struct SummaryOptions: ParsableArguments {
  @Flag(help: "Write a summary as JSON to standard output instead of a line to standard error.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write only errors.")
  var quiet = false

  /// Writes a summary as JSON, or else some lines, unless the command is to be quiet.
  func tell(_ summary: some Encodable, _ lines: String...) throws {
    if json { return try StandardOutput.write(json: summary) }
    guard !quiet else { return }
    for line in lines where !line.isEmpty { StandardError.write("overtile: \(line)") }
  }
}
