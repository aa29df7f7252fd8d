import ArgumentParser
import Foundation
import OvertileInspection

/// `overtile patch`: writes the changes from one bundle to another.
struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Write one file that turns a bundle into another.",
    discussion: """
      The patch holds only what changed and names both bundles by the SHA-256 of their manifests. `overtile apply` \
      ends with 65 for any other base. The same two bundles give the same patch. Both may be in any container and layout.

      EXAMPLES
        overtile patch yesterday today --output today.patch
        scp today.patch server: && ssh server overtile apply overlays today.patch --output overlays
        overtile patch yesterday today --output today.patch --json | jq .patchBytes
      """)

  @Argument(help: ArgumentHelp("The bundle that the patch starts from.", valueName: "base"), completion: .directory)
  var base: String

  @Argument(help: ArgumentHelp("The bundle that it makes.", valueName: "result"), completion: .directory)
  var result: String

  @Option(name: .shortAndLong, help: "The patch's file. An older patch there is replaced.")
  var output: String

  @Flag(help: "Write what the patch holds as JSON to standard output instead of a line to standard error.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write nothing but errors.")
  var quiet = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output: the name of the file is empty") }
  }

  func run() throws {
    try ChangesRun.run { cancellation in
      let summary = try BundlePatch.make(
        from: URL(fileURLWithPath: base), to: URL(fileURLWithPath: result), at: output, cancellation: cancellation)
      if json {
        try StandardOutput.write(json: summary)
      } else if !quiet {
        StandardError.write(
          "overtile: \(output): \(summary.patchBytes) bytes for a bundle of \(summary.resultBytes); "
            + "\(summary.changed) files changed or new, \(summary.copied) as they were")
      }
    }
  }
}

/// The common parts of the commands on changes.
enum ChangesRun {
  /// Runs a body that may be asked to stop, reports its error and turns it into a status.
  ///
  /// A signal ends the process within a second, even if the body waits for a disk or for SQLite.
  static func run(_ body: (ChangesCancellation) throws -> Void) throws {
    let cancellation = ChangesCancellation()
    let signals = try reporting {
      try SignalWatch(stop: { cancellation.cancel() }, end: { cancellation.abandon() })
    }
    defer { signals.stop() }
    try reporting(failed: signals.waitIfEnding) { try body(cancellation) }
  }

  private static func reporting<R>(failed: () -> Void = {}, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let status as ExitCode {
      throw status
    } catch {
      failed()
      StandardError.write("overtile: error: \(ExitStatus.lines(of: error))")
      throw ExitStatus(of: error)
    }
  }
}
