import ArgumentParser
import Foundation
import OvertileExpressions
import OvertileInspection

/// `overtile diff`: reports the differences between two bundles.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what differs between two bundles.",
    discussion: """
      Overlays are matched by layer, zoom and ID; a changed overlay differs in properties, position or geometry. \
      Contents are compared by value, so containers, layouts and compression may differ. The column "points" counts the \
      points that the clusters and single points of a layer gained and lost.

      Every file that a manifest lists must exist and have the listed kind and size. Files that it does not list are \
      reported but not compared. Contents are compared by the digests in the manifests, which is fast. --check also \
      reads both bundles completely and compares each file with its digest; `overtile verify` does that and more.

      EXAMPLES
        overtile diff yesterday today
        overtile diff yesterday today --json | jq '.zooms[].tiles'
        overtile diff --files uploaded today | jq -r '.send[]'   # what to upload, bundle.json last
        overtile diff --check served today --quiet && echo "nothing to upload"

      EXIT CODES, as in diff(1)
          0  the bundles have the same content
          1  the bundles differ
         65  a bundle is damaged: a file's kind, size or (with --check) content does not match the manifest
         66  a bundle or one of its files is missing
      """)

  @Argument(help: ArgumentHelp("The first bundle.", valueName: "before"), completion: .directory)
  var before: String

  @Argument(help: ArgumentHelp("The second bundle.", valueName: "after"), completion: .directory)
  var after: String

  @Flag(help: "Read every file in both bundles and compare it with the SHA-256 in the manifest.")
  var check = false

  @Flag(help: "Write the differences as JSON.")
  var json = false

  @Flag(
    help: "Write lists of files to upload or remove as JSON: \"send\" (bundle.json last), \"remove\" and \"unchanged\"."
  )
  var files = false

  @Flag(name: .shortAndLong, help: "Write only errors; the exit code tells whether the bundles differ.")
  var quiet = false

  func run() throws {
    try SignalWatch.run { cancellation in
      if files {
        let found = try FileChanges.between(URL(fileURLWithPath: before), URL(fileURLWithPath: after))
        if !quiet { try StandardOutput.write(json: found) }
        if !found.send.isEmpty { throw ExitCode(1) }
        return
      }
      let found = try BundleComparison.diff(
        URL(fileURLWithPath: before), URL(fileURLWithPath: after), checksContents: check, cancellation: cancellation)
      for (path, side) in [(before, found.before), (after, found.after)] {
        if let warning = Self.warning(path, side) { StandardError.write("overtile: warning: \(warning)") }
      }
      if json {
        try StandardOutput.write(json: found)
      } else if !quiet {
        for line in DiffSummary.lines(found) { try StandardOutput.write(line: line) }
      }
      if !found.isSame { throw ExitCode(1) }
    }
  }

  /// The message about files that a manifest does not list; nil if there are none.
  private static func warning(_ path: String, _ side: BundleDiff.Side) -> String? {
    guard side.unlisted > 0 else { return nil }
    let named = side.firstUnlisted.prefix(3).joined(separator: ", ") + (side.unlisted > 3 ? ", ..." : "")
    let count = Counted.text(side.unlisted, "entry", "entries")
    return "\(path): ignoring \(count) not listed in the manifest: \(named)"
  }
}

/// The differences between two bundles, as text.
enum DiffSummary {
  private static let heads = [
    "#zoom", "layer", "#added", "#removed", "#changed", "#properties", "#position", "#geometry", "#points",
  ]

  /// A line for the manifests, a table of zooms and layers, and a line for the whole.
  static func lines(_ diff: BundleDiff) -> [String] {
    guard !diff.isSame else { return ["the bundles have the same content: \(Counted.text(diff.before.tiles, "tile"))"] }
    var lines: [String] = []
    if !diff.manifest.isEmpty { lines += ["manifest: " + diff.manifest.joined(separator: ", "), ""] }
    var rows: [[String]] = []
    for zoom in diff.zooms {
      rows.append(["\(zoom.zoom)", "(tiles)"] + counts(zoom.tiles) + ["", "", "", ""])
      for layer in zoom.layers { rows += self.rows(layer) }
    }
    for members in diff.members {
      rows.append(["all", "\(members.layer) (points)"] + counts(members.points) + ["", "", "", ""])
    }
    if !rows.isEmpty { lines += TextTable.lines(ReportTable("", heads, texts: rows)) + [""] }
    let (before, after) = (diff.zooms.reduce(0) { $0 + $1.bytesBefore }, diff.zooms.reduce(0) { $0 + $1.bytesAfter })
    lines.append("changed tiles: \(before) bytes before, \(after) bytes after")
    lines.append("bundles: \(diff.before.bytes) bytes before, \(diff.after.bytes) bytes after")
    return lines
  }

  private static func rows(_ layer: BundleDiff.Layer) -> [[String]] {
    let points = layer.pointsIn + layer.pointsOut > 0 ? "+\(layer.pointsIn) -\(layer.pointsOut)" : ""
    let changes = ["\(layer.properties)", "\(layer.positions)", "\(layer.geometries)", points]
    let all = ["", layer.layer] + counts(layer.overlays) + changes
    guard !layer.clusters.isEmpty else { return [all] }
    return [all, ["", layer.layer + " (clusters)"] + counts(layer.clusters) + ["", "", "", ""]]
  }

  private static func counts(_ counts: BundleDiff.Counts) -> [String] {
    ["\(counts.added)", "\(counts.removed)", "\(counts.changed)"]
  }
}
