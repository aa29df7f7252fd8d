import Foundation
import OvertilePublishing
import OvertileReading

/// The path at which a bundle is kept that did not pass its gates.
///
/// An existing bundle is replaced if a run of this pipeline has rejected it: the report beside it names the same
/// pipeline and holds a failed gate, which no report of a published bundle does.
struct RejectedBundle {
  /// The bundle, and the report beside it.
  let paths: OutputPaths
  /// The name of the pipeline.
  let pipeline: String

  /// Throws if something else is at the path.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  func rejectForeign() throws {
    let path = paths.bundle.path
    try Publication.replace.rejectForeign(paths.bundle)
    try OwnFile.rejectForeign(paths.report.path, .report)
    guard try FileSystem.kind(at: path) != nil, try !FileSystem.names(path).isEmpty else { return }
    let text = FileManager.default.contents(atPath: paths.report.path) ?? Data()
    let report = try? JSONDecoder().decode(BuildReport.self, from: text)
    guard report?.hasFailedGate == true, report?.name == pipeline else {
      throw PublishingError.cannotCreate(
        "\(path) was not replaced, because the report beside it does not list it as a rejected bundle of pipeline "
          + "\"\(pipeline)\". Choose a different path with --rejected-output, or move the folder away")
    }
  }
}
