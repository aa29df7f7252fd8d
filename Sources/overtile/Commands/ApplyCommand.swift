import ArgumentParser
import Foundation
import OvertileInspection

/// `overtile apply`: makes a bundle from another one and a patch.
struct ApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Make a bundle from another bundle and a patch.",
    discussion: """
      The result is byte for byte the bundle that the patch was made from, and is swapped in as a whole: readers see \
      the old bundle or the new one. A wrong base, a damaged patch or one that is cut short ends with exit code \
      65 and leaves nothing. Where the output is already that bundle, nothing is done. The next run with the same \
      patch resumes a run that was killed.

      EXAMPLES
        overtile apply yesterday today.patch --output today
        overtile apply overlays today.patch --output overlays   # in place
        overtile apply overlays today.patch --output overlays --json | jq .wasThere
      """)

  @Argument(help: ArgumentHelp("The bundle that the patch starts from.", valueName: "base"), completion: .directory)
  var base: String

  @Argument(help: ArgumentHelp("The patch.", valueName: "patch"), completion: .file())
  var patch: String

  @Option(name: .shortAndLong, help: "The resulting bundle's folder; may be the base.")
  var output: String

  @Flag(help: "Write what was done as JSON to standard output instead of a line to standard error.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write nothing but errors.")
  var quiet = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output: the name of the folder is empty") }
  }

  func run() throws {
    try ChangesRun.run { cancellation in
      let outcome = try PatchApplication.run(
        patch: patch, base: URL(fileURLWithPath: base), target: URL(fileURLWithPath: output), cancellation: cancellation
      )
      if json {
        try StandardOutput.write(json: outcome)
      } else if !quiet {
        StandardError.write("overtile: \(output): \(Self.text(outcome))")
      }
    }
  }

  private static func text(_ outcome: PatchApplication.Outcome) -> String {
    if outcome.wasThere { return "is already the patch's result, \(outcome.bytes) bytes; nothing was done" }
    let taken = outcome.resumed > 0 ? ", \(outcome.resumed) resumed from a run that was killed" : ""
    return "\(outcome.made) files made\(taken); \(outcome.bytes) bytes"
  }
}
