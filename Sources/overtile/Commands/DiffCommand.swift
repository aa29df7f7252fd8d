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
      Overlays are matched by layer, zoom and id; changed ones differ in properties, position or geometry. Contents \
      are compared as values, so containers, layouts and compression may differ. Points in and out are those that the \
      clusters and single points of a layer gained and lost.

      Every file that the manifests list must be there, with its kind and its size. Files that they do not list are \
      mentioned, and not compared. Contents are compared by the digests in the manifests, which is quick. --check also \
      reads every byte of both bundles and compares each file with its digest; `overtile verify` does that and more.

      EXAMPLES
        overtile diff yesterday today
        overtile diff yesterday today --json | jq '.zooms[].tiles'
        overtile diff --files uploaded today | jq -r '.send[]'   # what to upload, bundle.json last
        overtile diff --check served today --quiet && echo "nothing to upload"

      EXIT CODES, as of diff
          0  the bundles hold the same
          1  they differ
         65  a bundle is damaged: a file's kind or size is not what its manifest lists, or with --check its content is not
         66  a bundle or one of its files is missing
      """)

  @Argument(help: ArgumentHelp("The first bundle.", valueName: "before"), completion: .directory)
  var before: String

  @Argument(help: ArgumentHelp("The second bundle.", valueName: "after"), completion: .directory)
  var after: String

  @Flag(help: "Read every file of both bundles and compare it with the SHA-256 in its manifest.")
  var check = false

  @Flag(help: "Write what differs as JSON.")
  var json = false

  @Flag(help: "Write the files to send and to remove as JSON: \"send\" (bundle.json last), \"remove\", \"unchanged\".")
  var files = false

  @Flag(name: .shortAndLong, help: "Write nothing but errors; the exit code says whether they differ.")
  var quiet = false

  func run() throws {
    try ChangesRun.run { cancellation in
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
    return "\(path) holds \(count) that its manifest does not list, not compared: \(named)"
  }
}

/// The differences between two bundles, as text.
enum DiffSummary {
  /// A line for the manifests, a table of zooms and layers, and a line for the whole.
  static func lines(_ diff: BundleDiff) -> [String] {
    guard !diff.isSame else { return ["the bundles hold the same: \(Counted.text(diff.before.tiles, "tile"))"] }
    var lines: [String] = []
    if !diff.manifest.isEmpty { lines += ["manifest: " + diff.manifest.joined(separator: ", "), ""] }
    var rows = [["zoom", "layer", "added", "removed", "changed", "properties", "position", "geometry", "points"]]
    for zoom in diff.zooms {
      rows.append(["\(zoom.zoom)", "(tiles)"] + counts(zoom.tiles) + ["", "", "", ""])
      for layer in zoom.layers { rows += self.rows(layer) }
    }
    for members in diff.members {
      rows.append(["all", "\(members.layer) (points)"] + counts(members.points) + ["", "", "", ""])
    }
    if rows.count > 1 { lines += table(rows) + [""] }
    let (before, after) = (diff.zooms.reduce(0) { $0 + $1.bytesBefore }, diff.zooms.reduce(0) { $0 + $1.bytesAfter })
    lines.append("tiles that differ: \(before) bytes before, \(after) bytes after")
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

  private static func table(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 1 ? cell + space : space + cell
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
