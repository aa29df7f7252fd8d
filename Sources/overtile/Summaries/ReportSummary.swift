import OvertileExpressions
import OvertileInspection
import OvertilePipeline

/// A run's report, as text.
enum ReportSummary {
  /// Layers, features in and out, tiles, bytes, seconds, rate, and the path of the bundle.
  static func lines(_ report: BuildReport) -> [String] {
    let heads = ["layer", "kind", "#features in", "#filtered", "#left out", "#features out", "#overlays at last zoom"]
    let rows = report.layers.map { layer -> [ReportTable.Cell] in
      let out = layer.rejected + layer.withoutGeometry
      let counts = [layer.read, layer.filtered, out, layer.accepted, layer.overlays]
      return [.text(layer.name), .text(layer.kind)] + counts.map { .count($0) }
    }
    var lines = TextTable.lines(ReportTable("", heads, rows))
    lines.append("")
    lines += report.layers.flatMap { [$0.emptyZoomsText, $0.leftOutText].compactMap(\.self) }
    let rate = report.seconds > 0 ? Double(report.featuresRead) / report.seconds : 0
    let made = report.dryRun == true ? "" : "\(Counted.text(report.tiles, "tile")), \(NumberText.bytes(report.bytes)), "
    lines.append(
      "\(Counted.text(report.featuresRead, "feature")) in, \(made)"
        + "\(NumberText.decimals(report.seconds, 2)) s, \(Counted.grouped(Int(rate))) features/s, "
        + "peak memory \(NumberText.bytes(report.peakMemoryBytes))"
        + (report.memoryBoundBytes.map { " (bound \(MemoryBound.text($0)))" } ?? ""))
    lines += LedgerSummary.lines(report)
    if let largest = report.largeTiles.first {
      let layer = largest.layer.map { " of \($0)" } ?? ""
      lines.append(
        "\(Counted.text(report.largeTiles.count, "tile")) above 500 kB, which maps load slowly; the largest is "
          + "\(largest.tile)\(layer), \(NumberText.bytes(largest.bytes)); see \(report.bundle).report.json")
    }
    lines += (report.zoomAdvice ?? []).map { "advice: " + $0 }
    if let gates = report.gates, !gates.isEmpty {
      let outcomes = [GateVerdict.Outcome.passed, .accepted, .notJudged].map { outcome in
        (outcome, gates.count { $0.outcome == outcome })
      }
      let counts = outcomes.filter { $0.1 > 0 }.map { "\($0.1) \($0.0 == .notJudged ? "not judged" : $0.0.rawValue)" }
      lines.append("gates: \(counts.joined(separator: ", "))")
    }
    if report.unchanged == true { lines.append("unchanged: the new bundle is identical to the old one") }
    lines.append(
      report.dryRun == true
        ? "dry run: nothing was written; a build would replace \(report.bundle)" : "bundle: \(report.bundle)")
    return lines
  }
}
