import ArgumentParser
import Foundation
import OvertileInspection

/// `overtile apply`: makes a bundle from another one and a patch.
struct ApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Create a bundle from a base bundle and a patch.",
    discussion: """
      The result is byte for byte the same as the new bundle from which the patch was made, and it is published \
      atomically: readers see either the old bundle or the new one. If the base is wrong, or the patch is damaged or \
      truncated, the command ends with exit code 65 and writes nothing. If the output is already that bundle, the \
      command does nothing. After an interrupted run, the next run with the same patch resumes it.

      EXAMPLES
        overtile apply yesterday today.patch --output today
        overtile apply overlays today.patch --output overlays   # in place
        overtile apply overlays today.patch --output overlays --json | jq .wasThere
      """)

  @Argument(help: ArgumentHelp("The bundle to which the patch applies.", valueName: "base"), completion: .directory)
  var base: String

  @Argument(help: ArgumentHelp("The patch.", valueName: "patch"), completion: .file())
  var patch: String

  @Option(name: .shortAndLong, help: "The folder of the resulting bundle; may be the base.")
  var output: String

  @OptionGroup var summary: SummaryOptions

  func run() throws {
    try SignalWatch.run { cancellation in
      let outcome = try PatchApplication.run(
        patch: patch, base: URL(fileURLWithPath: base), target: URL(fileURLWithPath: output), cancellation: cancellation
      )
      try summary.tell(outcome, "\(output): \(Self.text(outcome))")
    }
  }

  private static func text(_ outcome: PatchApplication.Outcome) -> String {
    if outcome.wasThere { return "already up to date, \(outcome.bytes) bytes; nothing was done" }
    let taken = outcome.resumed > 0 ? ", \(outcome.resumed) reused from an interrupted run" : ""
    return "\(outcome.made) files written\(taken); \(outcome.bytes) bytes"
  }
}
