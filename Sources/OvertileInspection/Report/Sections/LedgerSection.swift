import OvertileExpressions
import OvertilePipeline

/// The features that were changed or left out: totals, examples, and their positions.
enum LedgerSection {
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
      section.tables.append(examples(ledger.entries))
      section.diagrams = map(ledger.entries, facts.inspection.bounds).map { [$0] } ?? []
      section.notes = notes(ledger)
    } else {
      let rows = report.ledgerExamples.sorted { $0.key < $1.key }.flatMap { code, texts in
        texts.map { [ReportTable.Cell.text(code), .text($0)] }
      }
      section.tables.append(ReportTable("The first entries for each code, from the report.", ["code", "entry"], rows))
    }
    return section
  }

  private static func totals(_ report: BuildReport) -> ReportTable {
    let rows = report.ledgerTotals.map { total -> [ReportTable.Cell] in
      [
        .text(total.action.rawValue), .text(total.code), .text(total.source), .text(total.layer ?? ""),
        .count(total.count), .text(LedgerCode(rawValue: total.code)?.meaning ?? ""),
      ]
    }
    return ReportTable("All entries.", ["action", "code", "source", "layer", "#entries", "meaning"], rows)
  }

  private static func examples(_ entries: [LedgerExamples.Entry]) -> ReportTable {
    var seen: [String: Int] = [:]
    let rows = entries.compactMap { entry -> [ReportTable.Cell]? in
      seen[entry.code, default: 0] += 1
      guard seen[entry.code, default: 0] <= mostRows else { return nil }
      return [entry.action, entry.code, entry.location, entry.id ?? "", entry.reason].map { .text($0) }
        + [entry.position.map { .position(latitude: $0[1], longitude: $0[0]) } ?? .text("")]
    }
    return ReportTable(
      "The first \(mostRows) entries for each code.",
      ["action", "code", "file and line", "id", "reason", "#latitude, longitude"], rows)
  }

  private static func map(_ entries: [LedgerExamples.Entry], _ bounds: [Double]?) -> Diagram? {
    let actions = LedgerAction.allCases.map(\.rawValue)
    let points = entries.compactMap { entry in
      entry.position.map { position in
        Diagram.Point(
          longitude: position[0], latitude: position[1], series: actions.firstIndex(of: entry.action) ?? 0,
          label: "\(entry.location): \(entry.code): \(entry.reason)")
      }
    }
    guard !points.isEmpty else { return nil }
    return Diagram(
      title: "Features in the ledger on a map",
      description: "The positions of \(Counted.text(points.count, "feature")) in the ledger.", series: actions,
      drawing: .map(points, bounds: bounds))
  }

  private static func notes(_ ledger: LedgerExamples) -> [String] {
    var notes: [String] = []
    let unknown = ledger.entries.count { $0.position == nil }
    if unknown > 0 {
      notes.append(
        "\(Counted.text(unknown, "entry that was read has", "entries that were read have")) no position. Positions are known only "
          + "for features in a quarantine (key `quarantine`) whose geometry begins with a longitude and a latitude. A "
          + "quarantine contains rejected features that no layer shows.")
    }
    if ledger.damagedLines > 0 {
      notes.append("The ledger is damaged: \(Counted.text(ledger.damagedLines, "line is", "lines are")) invalid.")
    }
    return notes + ledger.notes
  }
}
