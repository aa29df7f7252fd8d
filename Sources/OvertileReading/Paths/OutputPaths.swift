import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertilePublishing

/// The paths of a run's results: the bundle, and beside it the ledger and the report.
package struct OutputPaths {
  /// The target: the bundle's folder, or the folder of releases.
  package let target: URL
  /// The path at which readers find the bundle.
  package let bundle: URL
  /// How it is published.
  package let publication: Publication
  /// Who may read it.
  package let mode: FileMode
  /// The ledger.
  package var ledger: URL { beside(".ledger.jsonl") }
  /// The report.
  package var report: URL { beside(".report.json") }

  /// The end of the name of a rejected bundle that is kept beside the output.
  static let rejectedSuffix = ".rejected"

  private let folder: String
  private let isFailed: Bool

  /// The paths that a configuration names.
  package init(_ configuration: PipelineConfiguration) {
    (folder, isFailed) = (configuration.folder, false)
    mode = configuration.output.fileMode.map { FileMode(files: $0) } ?? .standard
    let path = configuration.output.path.value
    let base = configuration.output.isRelativeToFile ? configuration.folder : FileManager.default.currentDirectoryPath
    let absolute = path.hasPrefix("/") ? path : base + "/" + path
    target = URL(fileURLWithPath: absolute, isDirectory: true).standardizedFileURL
    publication = configuration.output.publication
    bundle = if case .versioned = publication { target.appendingPathComponent("current") } else { target }
  }

  /// The paths of a bundle in a folder.
  package init(bundle: URL) {
    self.init(bundle: bundle, folder: "", isFailed: false)
  }

  private init(bundle: URL, folder: String, isFailed: Bool) {
    (target, self.bundle, publication) = (bundle, bundle, .replace)
    (self.folder, self.isFailed, mode) = (folder, isFailed, .standard)
  }

  /// The paths of ledger, report and quarantines if the run fails: `NAME.failed.ledger.jsonl` and so on. No bundle goes
  /// there.
  package var failed: OutputPaths { OutputPaths(bundle: beside(".failed"), folder: folder, isFailed: true) }

  /// The path beside the target whose name has another end.
  func beside(_ end: String) -> URL {
    target.deletingLastPathComponent().appendingPathComponent(target.lastPathComponent + end)
  }

  /// The path of a source's rejected features, or nil if they are not kept.
  func quarantine(of source: SourceConfiguration) -> String? {
    switch source.quarantine {
    case .none: return nil
    case .besideBundle:
      return beside(".quarantine.\(BundleFileName.plain(source.name.value)).geojsons").path
    case .file(let path):
      let file = URL(fileURLWithPath: path.hasPrefix("/") ? path : folder + "/" + path).standardizedFileURL
      guard isFailed else { return file.path }
      let failed = file.deletingPathExtension().appendingPathExtension("failed")
      return (file.pathExtension.isEmpty ? failed : failed.appendingPathExtension(file.pathExtension)).path
    }
  }

  /// The forms of the ledger.
  var ledgerPaths: RecordPaths {
    RecordPaths(path: ledger.path, failedPath: failed.ledger.path, mark: .ledger)
  }

  /// The forms of the quarantine of a source, or nil where there is none.
  func quarantinePaths(of source: SourceConfiguration) -> RecordPaths? {
    guard let path = quarantine(of: source), let failedPath = failed.quarantine(of: source) else { return nil }
    return RecordPaths(path: path, failedPath: failedPath, mark: .quarantine)
  }
}
