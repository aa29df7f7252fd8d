import Expressions
import Pipeline

/// What a run's ledger says, for people.
enum LedgerSummary {
  /// Totals by what became of the features and by code with the first examples, and where ledger and quarantines are.
  static func lines(_ report: BuildReport) -> [String] {
    guard !report.ledger.isEmpty else { return [] }
    var lines: [String] = []
    for action in LedgerAction.allCases {
      let totals = report.ledgerTotals.filter { $0.action == action }
      if !totals.isEmpty { lines += self.lines(action, totals, report) }
    }
    let entries = report.ledger.values.reduce(0, +)
    lines.append("ledger: \(Counted.text(entries, "entry", "entries"))\(report.ledgerFile.map { " in \($0)" } ?? "")")
    for quarantined in report.quarantined {
      lines.append(
        "quarantine: \(Counted.text(quarantined.features, "feature")) of \(quarantined.source) in \(quarantined.file)"
      )
    }
    return lines
  }

  private static func lines(_ action: LedgerAction, _ totals: [LedgerTotal], _ report: BuildReport) -> [String] {
    let count = totals.reduce(0) { $0 + $1.count }
    if action == .repaired {
      let repairs = report.repairs.sorted { $0.key < $1.key }.map { "\(ReportSummary.number($0.value)) \($0.key)" }
      return ["repaired: \(ReportSummary.number(count)) (\(repairs.joined(separator: ", ")))"]
        + examples(LedgerCode.repaired.rawValue, report)
    }
    var lines = ["\(action.rawValue): \(ReportSummary.number(count))"]
    for code in Set(totals.map(\.code)).sorted() {
      let share = totals.filter { $0.code == code }.reduce(0) { $0 + $1.count }
      let meaning = LedgerCode(rawValue: code)?.meaning ?? code
      lines.append("  \(ReportSummary.number(share)) \(code): \(meaning)")
      lines += examples(code, report)
    }
    return lines
  }

  private static func examples(_ code: String, _ report: BuildReport) -> [String] {
    (report.ledgerExamples[code] ?? []).map { "    \($0)" }
  }
}
