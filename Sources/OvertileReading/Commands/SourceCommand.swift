import OvertileCommands
import OvertileConfiguration
import OvertileCore
import OvertileExpressions

/// A command whose output is an input of a source.
package struct SourceCommand: Sendable {
  /// The program and its arguments.
  let command: ExternalCommand
  /// The time limit, in seconds.
  let limitSeconds: Double
  /// The source's name.
  let source: String
  /// Whether it is one of GDAL's programs, which exit with 0 though they have reported an error.
  let isOfGDAL: Bool
  /// The command line for people, without secrets.
  package let shown: String
  /// The number of features that its input states, all of which must come; nil where it states none, or only some are
  /// selected.
  var announced: Int?
  private let words: [String]

  /// Finds the program of a command.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - shown: the same for people; nil for the words without secrets.
  ///   - variables: environment variables added to ours.
  ///   - input: the text on its standard input.
  ///   - location: the line of the source in the configuration, for messages.
  /// - Throws: `PipelineError.unavailable` with what to install, or `configuration` where commands are rejected.
  init(
    _ words: [String], shown: [String]? = nil, variables: [String: String] = [:], input: String? = nil,
    of source: SourceConfiguration, in folder: String, isOfGDAL: Bool = false, location: String, _ use: CommandUse
  ) throws {
    self.words = words
    SecretText.remember(SecretText.secrets(words))
    self.shown = SecretText.shown(shown ?? words)
    try use.check(location, self.shown)
    do {
      command = try ExternalCommand(
        words[0], Array(words.dropFirst()), in: folder, variables: variables, input: input)
    } catch {
      let advice = error.kind == .notFound ? ". \(Self.advice(words))" : ""
      throw PipelineError.unavailable("\(location): \(error)\(advice)")
    }
    (limitSeconds, self.source, self.isOfGDAL) = (source.timeoutSeconds, source.name.value, isOfGDAL)
  }

  /// The error of a run whose command failed: what happened, its last output, and the command line. A lack of memory is a
  /// shortage of the machine, not a fault of the input.
  func failure(_ error: CommandError, after bytes: UInt64, _ words: ErrorText) -> PipelineError {
    switch error.kind {
    case .cancelled: return .cancelled
    case .notFound, .notStarted:
      return .unavailable("source \"\(source)\": cannot run the command \(command.name): \(error)")
    case .failed, .killed, .timedOut, .notRead: break
    }
    let amount = Counted.text(bytes, "byte")
    var lines = [
      "source \"\(source)\": the command \(command.name) failed after \(amount) of output: \(SecretText.masked("\(error)"))"
    ]
    let last = lastWords(words)
    lines +=
      last.isEmpty
      ? ["  the command printed nothing to standard error"]
      : ["  the last lines on standard error:"] + last.map { "    " + $0 }
    lines.append("  the command was: \(shown)")
    if let shellAdvice { lines.append("  \(shellAdvice)") }
    // The status of the run follows from these words.
    if error.kind == .killed {
      lines.append(
        "  overtile did not stop the command; the system probably did, because \(SystemShortage.lackOfMemory)")
    } else if error.kind == .failed, words.reportsLackOfMemory {
      lines.append("  the command reported that \(SystemShortage.lackOfMemory)")
    }
    return .commandFailed(lines.joined(separator: "\n"))
  }

  /// The advice on a command with words that a shell would have interpreted; nil where there are none.
  private var shellAdvice: String? {
    let isForShell = words.dropFirst().contains { ["|", ">", ">>", "<", "&&", "||", ";", "&", "2>&1"].contains($0) }
    return isForShell && !isOfGDAL ? "the command does not run in a shell; for pipes, write \(Self.shell)" : nil
  }

  private static let shell = "[bash, -o, pipefail, -c, \"…\"]"

  /// The last output of the command on standard error, without secrets.
  func lastWords(_ words: ErrorText) -> [String] {
    words.lastLines.map(SecretText.masked).filter { line in
      // If GDAL cannot read a file, it lists all its drivers.
      !(isOfGDAL && (line.hasPrefix("  -> `") || line.contains("does not natively support DateTime")))
    }
  }

  private static func advice(_ words: [String]) -> String {
    switch words[0] {
    case "ogr2ogr", "ogrinfo": "Install GDAL with apt-get install gdal-bin or brew install gdal"
    default:
      words[0].contains(" ")
        ? "Write each argument as a separate item, or use a shell: \(shell)"
        : "Install the program, or specify its path; a path with a slash is relative to the configuration's folder"
    }
  }
}
