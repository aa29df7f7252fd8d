import OvertileExpressions
import OvertilePipeline

/// The times of the build by stage.
enum TimesSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard let report = facts.report else { return nil }
    let stages = BuildStage.allCases.compactMap { stage in
      report.stageSeconds[stage.rawValue].map { (stage.rawValue, $0) }
    }
    let known = Set(stages.map(\.0))
    let all =
      stages + report.stageSeconds.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0, $1) }
    let seconds = { (value: Double) in NumberText.decimals(value, 2) + " s" }
    var section = ReportSection(
      "times", "Times by stage",
      lead: "\(seconds(report.seconds)) of wall-clock time with \(Counted.text(report.threads, "thread")); "
        + "peak memory use: \(NumberText.bytes(report.peakMemoryBytes)).")
    section.diagrams.append(
      Diagram(
        title: "Seconds by stage", description: "Wall-clock seconds of each stage.",
        drawing: .bars(all.map { Diagram.Bar(label: $0.0, segments: [max(0, $0.1)], value: seconds($0.1)) })))
    let whole = max(report.seconds, 0.000_001)
    section.tables.append(
      ReportTable(
        "Times by stage.", ["stage", "#seconds", "#share"],
        all.map { [$0.0, seconds($0.1), "\(NumberText.decimals($0.1 / whole * 100, 1))%"] }))
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
    let rows = gates.map { gate -> [String] in
      let subject = [gate.layer, gate.source, gate.property].compactMap { $0 }.joined(separator: ", ")
      let outcome = gate.outcome == .notJudged ? "not judged: \(gate.reason ?? "")" : gate.outcome.rawValue
      return [gate.name.rawValue, subject, gate.old ?? "", gate.new ?? "", gate.change ?? "", gate.limit, outcome]
    }
    section.tables.append(
      ReportTable(
        "Gates.", ["gate", "layer, source or property", "old", "new", "change", "limit", "outcome"], rows))
    return section
  }
}

/// This build beside earlier ones.
enum BuildsSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard !facts.builds.isEmpty else { return nil }
    var section = ReportSection(
      "builds", "Builds in a row", lead: "Earlier builds and this one, oldest first.")
    for (title, value, text) in [
      ("Features in all layers", \BuildFacts.features, { Counted.grouped($0) }),
      ("Bytes of all files", \BuildFacts.bytes, { NumberText.bytes($0) }),
    ] as [(String, KeyPath<BuildFacts, Int?>, (Int) -> String)] {
      let bars = facts.builds.map { build in
        Diagram.Bar(
          label: build.name, segments: [Double(max(0, build[keyPath: value] ?? 0))],
          value: build[keyPath: value].map(text) ?? "none")
      }
      section.diagrams.append(Diagram(title: title, description: "\(title) of each build.", drawing: .bars(bars)))
    }
    let rows = facts.builds.map { build -> [String] in
      [
        build.isThis ? "\(build.name) (this one)" : build.name,
        build.features.map { Counted.grouped($0) } ?? "", build.tiles.map { Counted.grouped($0) } ?? "",
        build.bytes.map { NumberText.bytes($0) } ?? "",
        build.seconds.map { NumberText.decimals($0, 2) + " s" } ?? "", build.outcome,
      ]
    }
    let name = facts.inspection.name ?? facts.inspection.path
    section.notes += facts.builds.compactMap { build in
      build.bundle.map {
        "\(build.name) is the report for a different bundle, \"\($0)\". This bundle is \"\(name)\", so the builds cannot be "
          + "compared unless the bundle was renamed."
      }
    }
    section.tables.append(
      ReportTable("Builds.", ["build", "#features", "#tiles", "#bytes", "#time", "result"], rows))
    return section
  }
}
