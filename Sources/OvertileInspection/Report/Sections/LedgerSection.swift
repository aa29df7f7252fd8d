import OvertileExpressions
import OvertilePipeline

extension ReportFacts {
  /// The features that were changed or left out: totals, examples, and their positions.
  var ledgerSection: ReportSection? {
    guard let report else { return nil }
    guard !report.ledgerTotals.isEmpty else {
      return ReportSection(
        id: "ledger", title: "Ledger", lead: "The ledger is empty because no feature was changed or left out.")
    }
    let placed = (ledger?.entries ?? []).filter { $0.position != nil }
    let totals = report.ledgerTotals.map { total -> [ReportTable.Cell] in
      [
        .text(total.action.rawValue), .text(total.code), .text(total.source), .text(total.layer ?? ""),
        .count(total.count), .text(LedgerCode(rawValue: total.code)?.meaning ?? ""),
      ]
    }
    let all = ReportTable("All entries.", ["action", "code", "source", "layer", "#entries", "meaning"], totals)
    let told = report.ledgerExamples.sorted { $0.key < $1.key }.flatMap { code, texts in texts.map { [code, $0] } }
    return ReportSection(
      id: "ledger", title: "Ledger",
      lead: "Features that were changed or left out of the bundle, with the first few for each code.",
      figures: placed.isEmpty ? [] : [Figure.ledgerMap(placed, inspection.bounds)],
      tables: [
        all,
        ledger?.table
          ?? ReportTable("The first entries for each code, from the report.", ["code", "entry"], texts: told),
      ],
      notes: ledger?.remarks ?? [])
  }
}

extension LedgerExamples {
  /// The number of examples of each code in the table.
  private static let mostRows = 5

  fileprivate var table: ReportTable {
    var seen: [String: Int] = [:]
    let rows = entries.compactMap { entry -> [ReportTable.Cell]? in
      seen[entry.code, default: 0] += 1
      guard seen[entry.code, default: 0] <= Self.mostRows else { return nil }
      return [entry.action, entry.code, entry.location, entry.id ?? "", entry.reason].map { .text($0) }
        + [entry.position.map { .position(latitude: $0[1], longitude: $0[0]) } ?? .text("")]
    }
    return ReportTable(
      "The first \(Self.mostRows) entries for each code.",
      ["action", "code", "file and line", "id", "reason", "#latitude, longitude"], rows)
  }

  fileprivate var remarks: [String] {
    var remarks: [String] = []
    let unknown = entries.count { $0.position == nil }
    if unknown > 0 {
      remarks.append(
        "\(Counted.text(unknown, "entry that was read has", "entries that were read have")) no position. Positions are known only "
          + "for features in a quarantine (key `quarantine`) whose geometry begins with a longitude and a latitude. A "
          + "quarantine contains rejected features that no layer shows.")
    }
    if damagedLines > 0 {
      remarks.append("The ledger is damaged: \(Counted.text(damagedLines, "line is", "lines are")) invalid.")
    }
    return remarks + notes
  }
}
