import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertilePipeline

/// The reason that a report or a ledger is of no use.
package struct ReportFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path.
  package var path: String
  /// The fault without the path.
  package var reason: String
  /// Whether there is no such file.
  package var isMissing = false

  /// The path and the fault.
  package var description: String { "\(path): \(reason)" }
}

/// The files that a run writes beside a bundle.
struct BundleSurroundings: Sendable {
  /// The report of the last run that published.
  let report: String
  /// The report of a run that failed since.
  let failedReport: String
  /// The ledger of the last run that published, unless the report names another.
  private let ledger: String
  /// The folder of releases; nil unless the bundle is published as one.
  let releases: String?
  /// The digest that the bundle's manifest states.
  let digest: String?

  /// The largest report or ledger that is read, in bytes.
  private static let mostBytes = 64 << 20

  /// The files beside a bundle: those of the folder of releases if it is one of them.
  init(_ path: String) {
    let bundle = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    var target = bundle
    var releases: String?
    let above = bundle.deletingLastPathComponent()
    if bundle.lastPathComponent == "current" {
      (target, releases) = (above, above.appendingPathComponent("releases").path)
    } else if above.lastPathComponent == "releases" {
      (target, releases) = (above.deletingLastPathComponent(), above.path)
    }
    self.releases = releases
    let stem = target.deletingLastPathComponent().appendingPathComponent(target.lastPathComponent).path
    (report, failedReport) = (stem + ".report.json", stem + ".failed.report.json")
    ledger = stem + ".ledger.jsonl"
    digest = (try? BundleManifest(bundle: bundle))?.digest
  }

  /// The path of a file beside the bundle that has the name of another path.
  private func beside(_ path: String) -> String {
    let folder = URL(fileURLWithPath: report).deletingLastPathComponent()
    return folder.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent).path
  }

  /// The path of the ledger that belongs to a report beside the bundle. That of a bundle which did not pass its gates has
  /// the name of the bundle that it was to replace.
  func ledger(of report: BuildReport) -> String {
    guard let named = report.ledgerFile.map({ file($0, of: report) }), named.hasSuffix(".jsonl"),
      FileKind(at: ledger) == nil
    else { return ledger }
    return FileKind(at: named) == nil ? ledger : named
  }

  /// The path of a file that a report names: beside the bundle, where a copy has it. A bundle that did not pass its gates
  /// may be kept elsewhere than the ledger and the quarantines of its run; there the path is that in the report.
  func file(_ path: String, of report: BuildReport) -> String {
    let beside = beside(path)
    let isKept = report.gates?.contains { $0.outcome == .failed } == true
    return isKept && FileKind(at: beside) == nil ? path : beside
  }

  /// Reads the report at a path.
  static func report(at path: String) throws(ReportFileError) -> BuildReport {
    let text = try bytes(of: path)
    guard let report = try? ExactJSON.decode(BuildReport.self, from: text), let value = JSONValue(text: text) else {
      throw ReportFileError(path: path, reason: "this is not a report written by overtile")
    }
    if let fault = ReportNumbers.fault(in: value) {
      throw ReportFileError(path: path, reason: "the report is damaged: \(fault)")
    }
    return report
  }

  /// The bytes of a regular file.
  static func bytes(of path: String) throws(ReportFileError) -> [UInt8] {
    do {
      return Array(try RegularFile.contents(of: path, limit: mostBytes))
    } catch {
      throw ReportFileError(path: path, reason: error.reason, isMissing: error.isMissing)
    }
  }
}
