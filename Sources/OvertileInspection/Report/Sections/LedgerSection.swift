import OvertileExpressions
import OvertilePipeline

/// The features that were changed or left out: totals, examples, and their positions.
enum LedgerSection {
  private static let actions = LedgerAction.allCases.map(\.rawValue)
  /// The number of examples of each code in the table.
  private static let mostRows = 5

  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard let report = facts.report else { return nil }
    var section = ReportSection(
      "ledger", "Ledger",
      lead: "Features that were changed or left out of the bundle, with the first few for each code."
    )
    guard !report.ledgerTotals.isEmpty else {
      section.lead = "The ledger is empty because no feature was changed or left out."
      return section
    }
    section.tables.append(totals(report))
    if let ledger = facts.ledger {
      add(ledger, to: &section, bounds: facts.inspection.bounds)
    } else {
      let rows = report.ledgerExamples.sorted { $0.key < $1.key }.flatMap { code, texts in
        texts.map { [code, $0] }
      }
      section.tables.append(ReportTable("The first entries for each code, from the report.", ["code", "entry"], rows))
    }
    return section
  }

  private static func totals(_ report: BuildReport) -> ReportTable {
    let rows = report.ledgerTotals.map { total -> [String] in
      [
        total.action.rawValue, total.code, total.source, total.layer ?? "",
        Counted.grouped(total.count), LedgerCode(rawValue: total.code)?.meaning ?? "",
      ]
    }
    return ReportTable("All entries.", ["action", "code", "source", "layer", "#entries", "meaning"], rows)
  }

  private static func add(_ ledger: LedgerExamples, to section: inout ReportSection, bounds: [Double]?) {
    var seen: [String: Int] = [:]
    let rows = ledger.entries.compactMap { entry -> [String]? in
      seen[entry.code, default: 0] += 1
      guard seen[entry.code, default: 0] <= mostRows else { return nil }
      let position = entry.position.map { "\(NumberText.decimals($0[1], 4)), \(NumberText.decimals($0[0], 4))" }
      return [
        entry.action, entry.code, entry.location, entry.id ?? "", entry.reason, position ?? "",
      ]
    }
    section.tables.append(
      ReportTable(
        "The first \(mostRows) entries for each code.",
        ["action", "code", "file and line", "id", "reason", "#latitude, longitude"], rows))
    let points = ledger.entries.compactMap(point)
    if !points.isEmpty {
      section.diagrams.append(
        Diagram(
          title: "Features in the ledger on a map",
          description: "The positions of \(Counted.text(points.count, "feature")) in the ledger.", series: actions,
          drawing: .map(Diagram.PointMap(bounds: bounds, points: points))))
    }
    let unknown = ledger.entries.count { $0.quarantineIndex == nil }
    if unknown > 0 {
      section.notes.append(
        "\(Counted.text(unknown, "entry that was read has", "entries that were read have")) no position. Positions are known only "
          + "for features in a quarantine (key `quarantine`), which contains rejected features that no layer shows."
      )
    }
    if ledger.withoutCoordinate > 0 {
      section.notes.append(
        "\(Counted.text(ledger.withoutCoordinate, "entry that was read has", "entries that were read have")) no position because "
          + "the quarantined geometry does not begin with a longitude and a latitude.")
    }
    if ledger.damagedLines > 0 {
      section.notes.append(
        "The ledger is damaged: \(Counted.text(ledger.damagedLines, "line is", "lines are")) invalid.")
    }
    section.notes += ledger.notes
  }

  private static func point(_ entry: LedgerExamples.Entry) -> Diagram.PointMap.Point? {
    guard let position = entry.position else { return nil }
    return Diagram.PointMap.Point(
      longitude: position[0], latitude: position[1], series: actions.firstIndex(of: entry.action) ?? 0,
      label: "\(entry.location): \(entry.code): \(entry.reason)")
  }
}
