import ArgumentParser
import OvertileCore
import OvertileExpressions
import OvertileInspection

/// `overtile verify`: recomputes the claims of a bundle.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that a bundle is intact and correct.",
    discussion: """
      Reads every byte, and checks the manifest and its digest; the size and digest of every file; the headers, \
      directories, order, counts and metadata of archives; the rules for vector tiles and the validity of polygons; the \
      fields, bounds, extents and counts of layers; that no zoom loses points; that each overlay is in every tile to \
      which it belongs, and is the same in all of them; the borders that shapes share; the radii of circles; and clusters \
      with their aggregates and members. Nothing is written. A single archive (.pmtiles, .mbtiles or a folder of tiles) is \
      checked by the rules of its format; unusual content that these rules allow causes only a warning.

      EXAMPLES
        overtile build Pipelines/quickstart.yaml && overtile verify .bundles/quickstart
          .bundles/quickstart: 13 files, 15.4 MB, 43,430 tiles, 138,353 entries, 46,592 members
          no problems found
        overtile verify --json .bundles/quickstart | jq '.findings[] | {code, count}'
        overtile verify --all tiles.pmtiles

      EXIT CODES
        0 no problems found; 65 problems found; 66 the bundle or its bundle.json is missing or not a regular file
      """)

  @Argument(help: ArgumentHelp("The bundle's folder, or an archive.", valueName: "bundle"), completion: .directory)
  var bundle: String

  @Flag(help: "List every finding instead of the first three of each kind.")
  var all = false

  @Flag(help: "Write the outcome as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write only findings.")
  var quiet = false

  /// The number of findings of a kind that the summary lists.
  private static let listed = 3

  func run() throws {
    var verification = Verification(path: bundle)
    if all { verification.examples = .max } else if !json { verification.examples = Self.listed }
    let report = try verification.run()
    if json {
      try StandardOutput.write(json: report)
    } else {
      for line in lines(report) { try StandardOutput.write(line: line) }
    }
    if !report.isSound { throw ExitStatus.badData }
  }

  private func lines(_ report: VerificationReport) -> [String] {
    var lines: [String] = []
    let checked = report.checked
    if !quiet {
      lines.append(
        "\(report.path): \(Counted.text(checked.files, "file")), \(NumberText.decimals(Double(checked.bytes) / 1e6, 1)) MB, "
          + "\(Counted.text(checked.tiles, "tile")), \(Counted.text(checked.entries, "entry", "entries")), "
          + Counted.text(checked.members, "member"))
      lines += report.notes.map { "note: \($0)" }
    }
    for group in report.findings {
      lines += Self.lines(group, group.code.rawValue)
    }
    for group in quiet ? [] : report.remarks {
      lines += Self.lines(group, "warning: \(group.code.name): allowed but unusual")
    }
    if report.isSound, !quiet { lines.append("no problems found") }
    return lines
  }

  /// The findings of a kind: a heading with their number, and the first ones.
  private static func lines(_ group: VerificationReport.Group, _ heading: String) -> [String] {
    let rest = group.count - group.first.count
    return ["\(heading) (\(Counted.grouped(group.count)))"] + group.first.map { "  " + line($0) }
      + (rest > 0 ? ["  ... and \(Counted.grouped(rest)) more; use --all to list them"] : [])
  }

  /// A finding on one line: location, claim, both values.
  private static func line(_ finding: Finding) -> String {
    let location = [
      finding.file, finding.tile.map { "tile \($0)" }, finding.layer.map { "layer \"\($0)\"" },
      finding.feature.map { "feature \($0)" },
    ].compactMap(\.self)
    let values = [finding.expected.map { "expected \($0)" }, finding.found.map { "found \($0)" }].compactMap(\.self)
    return location.joined(separator: ", ") + ": " + finding.message
      + (values.isEmpty ? "" : " (" + values.joined(separator: ", ") + ")")
  }
}
