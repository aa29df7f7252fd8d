import Foundation
import OvertileBundleFormat
import OvertileExpressions
import OvertilePipeline

/// One build among several, for comparison.
struct BuildFacts: Sendable {
  /// The version of the data, the beginning of the release's digest, or the name of the report's file.
  var name: String
  /// The digest of a release.
  private(set) var digest: String?
  /// The features in all layers; nil if the run failed.
  private(set) var features: Int?
  /// The tiles; nil if the run failed.
  private(set) var tiles: Int?
  /// The bytes of all files; nil if the run failed.
  private(set) var bytes: Int?
  /// Wall-clock seconds; nil if only the bundle is known.
  private(set) var seconds: Double?
  /// The result in words; empty if only the bundle is known.
  private(set) var outcome = ""

  /// The build that an inspection shows, with its report if there is one.
  init(of found: SourceInspection, _ report: BuildReport?) {
    name = found.version ?? found.name ?? found.path
    features = found.layers.reduce(0) { $0 &+ ($1.features ?? 0) }
    (tiles, bytes) = (found.tiles.map { Int(clamping: $0) }, found.fileBytes.map { Int(clamping: $0) })
    if let report { (seconds, outcome) = (report.seconds, Self.outcome(report)) }
  }

  /// The build that a report file tells about.
  ///
  /// - Throws: `InspectionError`.
  init(ofReport path: String) throws {
    let report = try BundleSurroundings.report(at: path)
    name = URL(fileURLWithPath: path).lastPathComponent
    (seconds, outcome) = (report.seconds, Self.outcome(report))
    guard report.failure == nil else { return }
    features = report.layers.reduce(0) { $0 &+ $1.accepted }
    if report.dryRun != true { (tiles, bytes) = (report.tiles, report.bytes) }
  }

  /// The build of a release.
  private init(of manifest: BundleManifest, digest: String) {
    let short = String(digest.prefix(8))
    (name, self.digest) = (manifest.version.map { "\($0) (\(short))" } ?? short, digest)
    features = manifest.layers.reduce(0) { $0 &+ $1.features }
    (tiles, bytes) = (manifest.tileCount, manifest.byteCount)
  }

  /// The releases of a folder that can be read, the oldest first.
  static func releases(in folder: URL?) -> [BuildFacts] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [] }
    let found = names.compactMap { name -> (time: Date, digest: String, build: BuildFacts)? in
      let path = folder.appendingPathComponent(name)
      guard let manifest = try? BundleManifest(bundle: path), manifest.digest == name,
        let time = try? path.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      else { return nil }
      return (time, name, BuildFacts(of: manifest, digest: name))
    }
    return found.sorted { ($0.time, $0.digest) < ($1.time, $1.digest) }.map(\.build)
  }

  private static func outcome(_ report: BuildReport) -> String {
    if let failure = report.failure { return "failed: \(failure)" }
    if report.dryRun == true { return "dry run" }
    let accepted = (report.gates ?? []).count { $0.outcome == .accepted }
    return accepted == 0 ? "published" : "published, \(Counted.text(accepted, "failed gate")) accepted"
  }
}
