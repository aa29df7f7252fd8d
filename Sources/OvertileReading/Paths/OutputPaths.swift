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
  /// The folder of the configuration, where relative paths of quarantines start.
  private let folder: String

  /// The end of the name of a rejected bundle that is kept beside the output.
  static let rejectedSuffix = ".rejected"

  /// The paths that a configuration names.
  package init(_ configuration: PipelineConfiguration) {
    folder = configuration.folder
    (publication, mode) = (configuration.output.publication, configuration.output.fileMode)
    let base = configuration.output.isRelativeToFile ? folder : FileManager.default.currentDirectoryPath
    let path = Self.absolute(configuration.output.path.value, in: base)
    target = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    bundle = publication == .replace ? target : target.appendingPathComponent("current")
  }

  /// The paths of a bundle in a folder.
  package init(bundle: URL) {
    (target, self.bundle, publication, mode, folder) = (bundle, bundle, .replace, .standard, "")
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  /// The path beside the target whose name has another end.
  func beside(_ end: String) -> URL {
    target.deletingLastPathComponent().appendingPathComponent(target.lastPathComponent + end)
  }

  /// The paths of ledger and report if the run fails: `NAME.failed.ledger.jsonl` and so on. No bundle goes there.
  package var failed: OutputPaths { OutputPaths(bundle: beside(".failed")) }

  /// The report.
  package var report: URL { beside(".report.json") }

  /// The ledger.
  package var ledger: RecordPaths { records(".ledger.jsonl", .ledger) }

  /// The rejected features of a source, or nil if they are not kept.
  func quarantine(of source: SourceConfiguration) -> RecordPaths? {
    switch source.quarantine {
    case .none: return nil
    case .besideBundle:
      return records(".quarantine.\(BundleFileName.plain(source.name.value)).geojsons", .quarantine)
    case .file(let path):
      let file = URL(fileURLWithPath: Self.absolute(path, in: folder)).standardizedFileURL
      let failed = file.deletingPathExtension().appendingPathExtension("failed")
      let failedFile = file.pathExtension.isEmpty ? failed : failed.appendingPathExtension(file.pathExtension)
      return RecordPaths(path: file.path, failedPath: failedFile.path, mark: .quarantine)
    }
  }

  private func records(_ end: String, _ mark: FileMark) -> RecordPaths {
    RecordPaths(path: beside(end).path, failedPath: beside(".failed" + end).path, mark: mark)
  }
}
