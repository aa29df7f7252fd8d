import OvertileExpressions
import OvertilePipeline

extension ReportFacts {
  /// The times of the build by stage.
  var timesSection: ReportSection? {
    guard let report else { return nil }
    let order = BuildStage.allCases.map(\.rawValue)
    let stages = report.stageSeconds.sorted {
      (order.firstIndex(of: $0.key) ?? .max, $0.key) < (order.firstIndex(of: $1.key) ?? .max, $1.key)
    }
    let whole = max(report.seconds, 0.000_001)
    let table = ReportTable(
      "Times by stage.", ["stage", "#seconds", "#share"],
      stages.map { [.text($0.key), .seconds($0.value), .text("\(NumberText.decimals($0.value / whole * 100, 1))%")] })
    return ReportSection(
      id: "times", title: "Times by stage",
      lead: "\(NumberText.seconds(report.seconds)) of wall-clock time with \(Counted.text(report.threads, "thread")); "
        + "peak memory use: \(NumberText.bytes(report.peakMemoryBytes)).",
      figures: [Figure.bars("Wall-clock seconds of each stage", table, 1..<2)], tables: [table])
  }

  /// The verdicts of the gates.
  var gatesSection: ReportSection? {
    guard let report else { return nil }
    guard let gates = report.gates, !gates.isEmpty else {
      return ReportSection(
        id: "gates", title: "Gates",
        lead: "The configuration has no gates (key `gates`), so the bundle was not compared with the previous one.")
    }
    let rows = gates.map { gate in
      let subject = [gate.layer, gate.source, gate.property].compactMap(\.self).joined(separator: ", ")
      let outcome = gate.outcome == .notJudged ? "not judged: \(gate.reason ?? "")" : gate.outcome.rawValue
      return [gate.name.rawValue, subject, gate.old ?? "", gate.new ?? "", gate.change ?? "", gate.limit, outcome]
    }
    let heads = ["gate", "layer, source or property", "old", "new", "change", "limit", "outcome"]
    return ReportSection(
      id: "gates", title: "Gates",
      lead: "The new bundle, compared with the one that it replaced and with the limits in the configuration.",
      tables: [ReportTable("Gates.", heads, texts: rows)])
  }

  /// This build beside others.
  var buildsSection: ReportSection? {
    guard !builds.isEmpty else { return nil }
    let rows = builds.map { build -> [ReportTable.Cell] in
      [
        .text(build.name), .count(build.features), .count(build.tiles), .bytes(build.bytes), .seconds(build.seconds),
        .text(build.outcome),
      ]
    }
    let table = ReportTable("Builds.", ["build", "#features", "#tiles", "#bytes", "#time", "result"], rows)
    return ReportSection(
      id: "builds", title: "Builds in a row", lead: "Earlier builds and this one, oldest first.",
      figures: [
        Figure.bars("Features in all layers of each build", table, 1..<2),
        Figure.bars("Bytes of all files of each build", table, 3..<4),
      ],
      tables: [table])
  }
}
