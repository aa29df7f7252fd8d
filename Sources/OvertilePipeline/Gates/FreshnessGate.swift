import Foundation
import OvertileConfiguration
import OvertileReading

/// `maxAge`: the age of the data of single sources, by the clock of the machine.
enum FreshnessGate {
  /// One verdict for each source that has a greatest age.
  static func verdicts(_ comparison: GateComparison, now: Date = Date()) -> [GateVerdict] {
    comparison.limits.maxAges.map { source, maxAge in
      let time = comparison.report.sources.first { $0.name == source }?.time
      let age = time.map { now.timeIntervalSince1970 - $0 }
      let told = time.map { "data of \(Date(timeIntervalSince1970: $0).ISO8601Format())" }
      let without =
        maxAge.property.map { "no feature has a time in property \"\($0)\"" } ?? "the files have no modification time"
      return GateVerdict(
        .maxAge, source: source, new: told ?? without,
        change: age.map { "\(GateConfiguration.duration(max(0, $0))) old" },
        limit: "at most \(GateConfiguration.duration(maxAge.seconds))",
        passes: age.map { $0 <= maxAge.seconds } ?? false)
    }
  }
}
