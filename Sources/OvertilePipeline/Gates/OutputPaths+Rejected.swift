import Foundation
import OvertilePublishing
import OvertileReading

extension OutputPaths {
  /// Throws if something else is where a bundle is kept that did not pass its gates, or its report.
  ///
  /// An existing bundle is replaced if a run of this pipeline has rejected it: the report beside it names the same
  /// pipeline and holds a failed gate, which no report of a published bundle does.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  func rejectForeign(besidesRejectedOf pipeline: String) throws {
    try Publication.replace.rejectForeign(bundle)
    try OwnFile.rejectForeign(report.path, .report)
    guard try FileSystem.kind(at: bundle.path) != nil, try !FileSystem.names(bundle.path).isEmpty else { return }
    let text = FileManager.default.contents(atPath: report.path) ?? Data()
    let kept = try? JSONDecoder().decode(BuildReport.self, from: text)
    guard kept?.hasFailedGate == true, kept?.name == pipeline else {
      throw PublishingError.cannotCreate(
        "\(bundle.path) was not replaced, because the report beside it does not list it as a rejected bundle of pipeline "
          + "\"\(pipeline)\". Choose a different path with --rejected-output, or move the folder away")
    }
  }
}
