import OvertileExpressions
import OvertilePipeline

/// A run's ledger, as text.
enum LedgerSummary {
  /// Totals by action and by code with the first examples, and the paths of ledger and quarantines.
  static func lines(_ report: BuildReport) -> [String] {
    guard !report.ledger.isEmpty else { return [] }
    var lines: [String] = []
    for action in LedgerAction.allCases {
      let totals = report.ledgerTotals.filter { $0.action == action }
      if !totals.isEmpty { lines += self.lines(action, totals, report) }
    }
    let entries = report.ledger.values.reduce(0, +)
    let features = (report.ledgerFeatures ?? [:]).values.reduce(0, +)
    let why = entries > features ? ", one for each layer" : ""
    lines.append(
      "ledger: \(Counted.text(entries, "entry", "entries"))\(report.ledgerFile.map { " in \($0)" } ?? "")\(why)")
    for quarantined in report.quarantined {
      lines.append(
        "quarantine: \(Counted.text(quarantined.features, "feature")) from source \(quarantined.source), written to \(quarantined.file)"
      )
    }
    return lines
  }

  private static func lines(_ action: LedgerAction, _ totals: [LedgerTotal], _ report: BuildReport) -> [String] {
    let codes = Set(totals.map(\.code)).sorted()
    let features = { (code: String) in report.ledgerFeatures?[code] ?? 0 }
    if action == .repaired {
      let repairs = report.repairs.sorted { $0.key < $1.key }.map { "\(Counted.grouped($0.value)) \($0.key)" }
      let count = features(LedgerCode.repaired.rawValue)
      return ["repaired: \(Counted.text(count, "feature")): \(repairs.joined(separator: ", "))"]
        + examples(LedgerCode.repaired.rawValue, report)
    }
    let all = codes.reduce(0) { $0 + features($1) }
    let count = action == .rejected ? report.rejectedFeatures ?? all : all
    var lines = ["\(action.rawValue): \(Counted.grouped(count))"]
    for code in codes {
      let meaning = LedgerCode(rawValue: code)?.meaning ?? code
      lines.append("  \(Counted.grouped(features(code))) \(code): \(meaning)")
      lines += action == .rejected ? causes(code, report) : examples(code, report)
    }
    return lines
  }

  /// The causes of a code, each on one line.
  private static func causes(_ code: String, _ report: BuildReport) -> [String] {
    let causes = (report.diagnostics ?? []).filter { $0.code == code }
    let lines = causes.prefix(mostCauses).map { "    \(Counted.grouped($0.count ?? 0)): \($0.message)" }
    return lines + (causes.count > mostCauses ? ["    and \(causes.count - mostCauses) more causes"] : [])
  }

  /// The number of causes of a code that are listed.
  private static let mostCauses = 5

  private static func examples(_ code: String, _ report: BuildReport) -> [String] {
    (report.ledgerExamples[code] ?? []).map { "    \($0)" }
  }
}
