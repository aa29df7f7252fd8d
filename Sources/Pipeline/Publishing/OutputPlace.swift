import Configuration
import Foundation
import Publishing

/// Where a run's results go: the bundle, and beside it the ledger and the report.
struct OutputPlace {
  /// The bundle's folder.
  let bundle: URL
  /// The ledger.
  let ledger: URL
  /// The report.
  let report: URL

  private let folder: String

  /// The places that a configuration names.
  init(_ configuration: PipelineConfiguration) {
    folder = configuration.folder
    let path = configuration.output.path.value
    let base = configuration.output.isRelativeToFile ? configuration.folder : FileManager.default.currentDirectoryPath
    let absolute = path.hasPrefix("/") ? path : base + "/" + path
    self.init(bundle: URL(fileURLWithPath: absolute, isDirectory: true).standardizedFileURL)
  }

  /// The places of a bundle in a folder.
  init(bundle: URL) {
    self.bundle = bundle
    let parent = bundle.deletingLastPathComponent()
    ledger = parent.appendingPathComponent(bundle.lastPathComponent + ".ledger.jsonl")
    report = parent.appendingPathComponent(bundle.lastPathComponent + ".report.json")
  }

  /// Where the rejected features of a source go, or nil when they go nowhere.
  func quarantine(of source: SourceConfiguration) -> String? {
    switch source.quarantine {
    case .none: return nil
    case .besideBundle:
      let name = "\(bundle.lastPathComponent).quarantine.\(MembersFiles.fileName(source.name.value)).geojsons"
      return bundle.deletingLastPathComponent().appendingPathComponent(name).path
    case .file(let path):
      return URL(fileURLWithPath: path.hasPrefix("/") ? path : folder + "/" + path).standardizedFileURL.path
    }
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
