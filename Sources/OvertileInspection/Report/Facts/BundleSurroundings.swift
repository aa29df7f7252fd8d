import Foundation
import OvertileCore
import OvertilePipeline

/// The files that a run writes beside a bundle.
struct BundleSurroundings: Sendable {
  /// The report of the last run that published.
  let report: String
  /// The folder of releases; nil unless the bundle is published as one.
  let releases: URL?
  /// The ledger of the last run that published, unless the report names another.
  private let ledger: String

  /// The largest report or ledger that is read, in bytes.
  private static let mostBytes = 64 << 20

  /// The files beside a bundle: those of the folder of releases if it is one of them.
  init(_ path: String) {
    let bundle = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    let above = bundle.deletingLastPathComponent()
    let isRelease = above.lastPathComponent == "releases"
    let folder =
      bundle.lastPathComponent == "current" ? above : isRelease ? above.deletingLastPathComponent() : nil
    releases = folder?.appendingPathComponent("releases")
    let paths = OutputPaths(bundle: folder ?? bundle)
    (report, ledger) = (paths.report.path, paths.ledger.path)
  }

  /// The path of the ledger that belongs to a report beside the bundle. That of a bundle which did not pass its gates has
  /// the name of the bundle that it was to replace.
  func ledger(of report: BuildReport) -> String {
    guard FileKind(at: ledger) == nil, let named = report.ledgerFile, named.hasSuffix(".jsonl") else { return ledger }
    return file(named, of: report)
  }

  /// The path of a file that a report names: beside the bundle, where a copy has it. A bundle that did not pass its gates
  /// may be kept elsewhere than the ledger and the quarantines of its run; there the path is that in the report.
  func file(_ path: String, of report: BuildReport) -> String {
    let folder = URL(fileURLWithPath: self.report).deletingLastPathComponent()
    let beside = folder.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent).path
    return report.hasFailedGate && FileKind(at: beside) == nil ? path : beside
  }

  /// Reads the report at a path.
  static func report(at path: String) throws(InspectionError) -> BuildReport {
    let text = try bytes(of: path)
    guard let report = try? ExactJSON.decode(BuildReport.self, from: text) else {
      throw InspectionError("\(path): this is not a report written by overtile")
    }
    return report
  }

  /// The bytes of a regular file.
  static func bytes(of path: String) throws(InspectionError) -> [UInt8] {
    do {
      return Array(try RegularFile.contents(of: path, limit: mostBytes))
    } catch {
      throw InspectionError("\(path): \(error.reason)", error.isMissing ? .missing : .badData)
    }
  }
}
