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

  @OptionGroup var summary: SummaryOptions

  func run() throws {
    try SignalWatch.run { cancellation in
      let made = try BundlePatch.make(
        from: URL(fileURLWithPath: base), to: URL(fileURLWithPath: result), at: output, cancellation: cancellation)
      try summary.tell(
        made,
        "\(output): \(made.patchBytes) bytes for a bundle of \(made.resultBytes) bytes; "
          + "\(made.changed) files changed or added, \(made.copied) unchanged")
    }
  }
}
