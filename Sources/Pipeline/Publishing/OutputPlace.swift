import Configuration
import Foundation
import Publishing

/// Where a run's results go: the bundle, and beside it the ledger and the report.
struct OutputPlace {
  /// What is published to: the bundle's folder, or the folder of releases.
  let target: URL
  /// Where readers find the bundle.
  let bundle: URL
  /// How it is published.
  let publication: Publication
  /// The ledger.
  let ledger: URL
  /// The report.
  let report: URL

  /// The places that a configuration names.
  init(_ configuration: PipelineConfiguration) {
    let path = configuration.output.path.value
    let base = configuration.output.isRelativeToFile ? configuration.folder : FileManager.default.currentDirectoryPath
    let absolute = path.hasPrefix("/") ? path : base + "/" + path
    target = URL(fileURLWithPath: absolute, isDirectory: true).standardizedFileURL
    switch configuration.output.publication {
    case .replace: (publication, bundle) = (.replace, target)
    case .versioned(let keep):
      (publication, bundle) = (.versioned(keep: keep), target.appendingPathComponent("current"))
    }
    let parent = target.deletingLastPathComponent()
    ledger = parent.appendingPathComponent(target.lastPathComponent + ".ledger.jsonl")
    report = parent.appendingPathComponent(target.lastPathComponent + ".report.json")
  }

  /// Writes the report as a whole.
  func write(_ report: BuildReport) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(report)
    data.append(0x0A)
    try FileSystem.replace(self.report.path, with: data)
  }
}
