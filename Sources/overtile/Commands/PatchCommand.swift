import ArgumentParser
import Foundation
import OvertileInspection

/// `overtile patch`: writes the changes from one bundle to another.
struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Write a file that turns one bundle into another.",
    discussion: """
      The patch contains only what changed, and identifies both bundles by the SHA-256 of their manifests. `overtile \
      apply` rejects any other base with exit code 65. The same two bundles always give the same patch. Each bundle can \
      have any container and layout.

      EXAMPLES
        overtile patch yesterday today --output today.patch
        scp today.patch server: && ssh server overtile apply overlays today.patch --output overlays
        overtile patch yesterday today --output today.patch --json | jq .patchBytes
      """)

  @Argument(help: ArgumentHelp("The bundle to which the patch applies.", valueName: "base"), completion: .directory)
  var base: String

  @Argument(help: ArgumentHelp("The bundle that the patch produces.", valueName: "result"), completion: .directory)
  var result: String

  @Option(name: .shortAndLong, help: "The patch file; an existing patch is replaced.")
  var output: String

  @Flag(help: "Write a summary as JSON to standard output instead of a line to standard error.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write only errors.")
  var quiet = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output: the file name is empty") }
  }

  func run() throws {
    try SignalWatch.run { cancellation in
      let summary = try BundlePatch.make(
        from: URL(fileURLWithPath: base), to: URL(fileURLWithPath: result), at: output, cancellation: cancellation)
      if json {
        try StandardOutput.write(json: summary)
      } else if !quiet {
        StandardError.write(
          "overtile: \(output): \(summary.patchBytes) bytes for a bundle of \(summary.resultBytes) bytes; "
            + "\(summary.changed) files changed or added, \(summary.copied) unchanged")
      }
    }
  }
}
