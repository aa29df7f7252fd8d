import OvertileExpressions
import OvertilePipeline

/// A run's ledger, as text.
enum LedgerSummary {
  /// Totals by action and by code with the first examples, and the paths of ledger and quarantines.
  static func lines(_ report: BuildReport) -> [String] {
    guard !report.ledger.isEmpty else { return [] }
    let entries = report.ledger.values.reduce(0, +)
    let features = (report.ledgerFeatures ?? [:]).values.reduce(0, +)
    let why = entries > features ? ", one for each layer" : ""
    let file = report.ledgerFile.map { " in \($0)" } ?? ""
    let quarantines = report.quarantined.map { quarantine in
      let count = Counted.text(quarantine.features, "feature")
      return "quarantine: \(count) from source \(quarantine.source), written to \(quarantine.file)"
    }
    return LedgerAction.allCases.flatMap { lines($0, report) }
      + ["ledger: \(Counted.text(entries, "entry", "entries"))\(file)\(why)"] + quarantines
  }

  private static func lines(_ action: LedgerAction, _ report: BuildReport) -> [String] {
    let codes = Set(report.ledgerTotals.filter { $0.action == action }.map(\.code)).sorted()
    guard !codes.isEmpty else { return [] }
    let features = { (code: String) in report.ledgerFeatures?[code] ?? 0 }
    let all = codes.reduce(0) { $0 + features($1) }
    let count = action == .rejected ? report.rejectedFeatures ?? all : all
    return ["\(action.rawValue): \(Counted.grouped(count))"]
      + codes.flatMap { code in
        ["  \(Counted.grouped(features(code))) \(code): \(meaning(code, report))"]
          + (action == .rejected ? causes(code, report) : report.ledgerExamples[code] ?? []).map { "    \($0)" }
      }
  }

  /// The meaning of a code; for repairs, their numbers.
  private static func meaning(_ code: String, _ report: BuildReport) -> String {
    guard code == LedgerCode.repaired.rawValue else { return LedgerCode(rawValue: code)?.meaning ?? code }
    return report.repairs.sorted { $0.key < $1.key }.map { "\(Counted.grouped($0.value)) \($0.key)" }
      .joined(separator: ", ")
  }

  /// The causes of a code, each on one line.
  private static func causes(_ code: String, _ report: BuildReport) -> [String] {
    let causes = (report.diagnostics ?? []).filter { $0.code == code }
    let lines = causes.prefix(mostCauses).map { "\(Counted.grouped($0.count ?? 0)): \($0.message)" }
    return lines + (causes.count > mostCauses ? ["and \(causes.count - mostCauses) more causes"] : [])
  }

  /// The number of causes of a code that are listed.
  private static let mostCauses = 5
}
