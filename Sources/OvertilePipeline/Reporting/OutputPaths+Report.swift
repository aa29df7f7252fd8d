import Foundation
import OvertileConfiguration
import OvertileFeatures
import OvertilePublishing

extension OutputPaths {
  /// Writes the report as a whole.
  func write(_ report: BuildReport) throws {
    let text = String(decoding: try ExactJSON.encode(report, pretty: true), as: UTF8.self)
    try FileSystem.replace(self.report.path, with: Data((SecretText.hidden(text) + "\n").utf8), .report)
  }
}
