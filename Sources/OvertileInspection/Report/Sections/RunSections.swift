import OvertileExpressions
import OvertilePipeline

/// The times of the build by stage.
enum TimesSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard let report = facts.report else { return nil }
    var section = ReportSection(
      "times", "Times by stage",
      lead: "\(NumberText.seconds(report.seconds)) of wall-clock time with \(Counted.text(report.threads, "thread")); "
        + "peak memory use: \(NumberText.bytes(report.peakMemoryBytes)).")
    let order = BuildStage.allCases.map(\.rawValue)
    let stages = report.stageSeconds.sorted {
      (order.firstIndex(of: $0.key) ?? .max, $0.key) < (order.firstIndex(of: $1.key) ?? .max, $1.key)
    }
    let whole = max(report.seconds, 0.000_001)
    let table = ReportTable(
      "Times by stage.", ["stage", "#seconds", "#share"],
      stages.map { [.text($0.key), .seconds($0.value), .text("\(NumberText.decimals($0.value / whole * 100, 1))%")] })
    section.diagrams = [table.bars("Seconds by stage", "Wall-clock seconds of each stage.", 1..<2)]
    section.tables = [table]
    return section
  }
}

/// The verdicts of the gates.
enum GatesSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard let report = facts.report else { return nil }
    var section = ReportSection(
      "gates", "Gates",
      lead: "The new bundle, compared with the one that it replaced and with the limits in the configuration.")
    guard let gates = report.gates, !gates.isEmpty else {
      section.lead =
        "The configuration has no gates (key `gates`), so the bundle was not compared with the previous one."
      return section
    }
    let rows = gates.map { gate -> [ReportTable.Cell] in
      let subject = [gate.layer, gate.source, gate.property].compactMap { $0 }.joined(separator: ", ")
      let outcome = gate.outcome == .notJudged ? "not judged: \(gate.reason ?? "")" : gate.outcome.rawValue
      return [gate.name.rawValue, subject, gate.old ?? "", gate.new ?? "", gate.change ?? "", gate.limit, outcome].map {
        .text($0)
      }
    }
    section.tables = [
      ReportTable(
        "Gates.", ["gate", "layer, source or property", "old", "new", "change", "limit", "outcome"], rows)
    ]
    return section
  }
}

/// This build beside earlier ones.
enum BuildsSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard !facts.builds.isEmpty else { return nil }
    var section = ReportSection(
      "builds", "Builds in a row", lead: "Earlier builds and this one, oldest first.")
    let rows = facts.builds.map { build -> [ReportTable.Cell] in
      [
        .text(build.name), .count(build.features), .count(build.tiles), .bytes(build.bytes), .seconds(build.seconds),
        .text(build.outcome),
      ]
    }
    let table = ReportTable("Builds.", ["build", "#features", "#tiles", "#bytes", "#time", "result"], rows)
    section.tables = [table]
    section.diagrams = [
      table.bars("Features in all layers", "The features in all layers of each build.", 1..<2),
      table.bars("Bytes of all files", "The bytes of all files of each build.", 3..<4),
    ]
    section.notes = facts.builds.compactMap(\.note)
    return section
  }
}
