import Foundation
import OvertilePublishing

extension OutputPlace {
  /// Writes the report as a whole.
  func write(_ report: BuildReport) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(report)
    data.append(0x0A)
    try FileSystem.replace(self.report.path, with: data, .report)
  }
}
