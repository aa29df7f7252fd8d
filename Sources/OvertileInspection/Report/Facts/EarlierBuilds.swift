import Foundation
import OvertileBundleFormat
import OvertileExpressions
import OvertilePipeline

/// The builds before the one that a report is about.
enum EarlierBuilds {
  /// A release and the digest that names it.
  typealias Release = (digest: String, build: BuildFacts)

  /// The build that an inspection shows, with its report if there is one.
  static func build(of found: SourceInspection, _ report: BuildReport?) -> BuildFacts {
    var build = BuildFacts(name: found.version ?? found.name ?? found.path)
    build.features = found.layers.reduce(0) { $0 &+ ($1.features ?? 0) }
    build.tiles = found.tiles.map { Int(clamping: $0) }
    build.bytes = found.fileBytes.map { Int(clamping: $0) }
    build.seconds = report?.seconds
    build.outcome = report.map(outcome) ?? ""
    return build
  }

  /// The build that a report file tells about. The name of its bundle is noted if it is not `bundle`, that of the bundle
  /// it is compared with.
  ///
  /// - Throws: `ReportFileError`.
  static func build(ofReport path: String, bundle: String?) throws -> BuildFacts {
    let report = try BundleSurroundings.report(at: path)
    var build = BuildFacts(name: URL(fileURLWithPath: path).lastPathComponent)
    if let bundle, report.name != bundle { build.bundle = report.name }
    (build.seconds, build.outcome) = (report.seconds, outcome(report))
    guard report.failure == nil else { return build }
    build.features = report.layers.reduce(0) { $0 &+ $1.accepted }
    if report.dryRun != true { (build.tiles, build.bytes) = (report.tiles, report.bytes) }
    return build
  }

  /// The releases of a folder that can be read, the oldest first.
  static func releases(in folder: String?) -> [Release] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    let found = names.filter { !$0.hasPrefix(".") }.compactMap { name -> (time: Date, release: Release)? in
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name)
      guard let manifest = try? BundleManifest(bundle: path), manifest.digest == name,
        let time = try? path.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      else { return nil }
      return (time, (name, build(of: manifest)))
    }
    return found.sorted { ($0.time, $0.release.digest) < ($1.time, $1.release.digest) }.map(\.release)
  }

  private static func build(of manifest: BundleManifest) -> BuildFacts {
    let digest = String((manifest.digest ?? "").prefix(8))
    var build = BuildFacts(name: manifest.version.map { "\($0) (\(digest))" } ?? digest)
    build.features = manifest.layers.reduce(0) { $0 &+ $1.features }
    build.tiles = manifest.tileFiles.reduce(0) { $0 &+ ($1.tiles ?? 0) }
    build.bytes = manifest.files.reduce(0) { $0 &+ $1.bytes }
    return build
  }

  private static func outcome(_ report: BuildReport) -> String {
    if let failure = report.failure { return "failed: \(failure)" }
    if report.dryRun == true { return "dry run" }
    let gates = report.gates ?? []
    let accepted = gates.count { $0.outcome == .accepted }
    return accepted == 0 ? "published" : "published, \(Counted.text(accepted, "failed gate")) accepted"
  }
}
