import Foundation
import OvertileFeatures
import OvertilePublishing

extension OutputPaths {
  /// Writes the report as a whole.
  func write(_ report: BuildReport) throws {
    let text = try ExactJSON.encode(report, pretty: true) + [0x0A]
    try FileSystem.replace(self.report.path, with: Data(text), .report)
  }
}
