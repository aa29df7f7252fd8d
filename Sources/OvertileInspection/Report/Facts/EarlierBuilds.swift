import Foundation
import OvertileBundleFormat
import OvertileExpressions
import OvertilePipeline

extension BuildFacts {
  /// The build that an inspection shows, with its report if there is one.
  init(of found: SourceInspection, _ report: BuildReport?) {
    self.init(
      name: found.version ?? found.name ?? found.path,
      features: found.layers.reduce(0) { $0 &+ ($1.features ?? 0) }, tiles: found.tiles.map { Int(clamping: $0) },
      bytes: found.fileBytes.map { Int(clamping: $0) }, seconds: report?.seconds,
      outcome: report.map(Self.outcome) ?? "")
  }

  /// The build that a report file tells about, beside those of a bundle.
  ///
  /// - Throws: `InspectionError`.
  init(ofReport path: String, beside found: SourceInspection) throws {
    let report = try BundleSurroundings.report(at: path)
    let file = URL(fileURLWithPath: path).lastPathComponent
    self.init(name: file, seconds: report.seconds, outcome: Self.outcome(report))
    if found.kind == "bundle", let name = found.name, name != report.name {
      note =
        "\(file) is the report for a different bundle, \"\(report.name)\". This bundle is \"\(name)\", so the builds cannot "
        + "be compared unless the bundle was renamed."
    }
    guard report.failure == nil else { return }
    features = report.layers.reduce(0) { $0 &+ $1.accepted }
    if report.dryRun != true { (tiles, bytes) = (report.tiles, report.bytes) }
  }

  /// The build of a release.
  private init(of manifest: BundleManifest) {
    let digest = String((manifest.digest ?? "").prefix(8))
    self.init(
      name: manifest.version.map { "\($0) (\(digest))" } ?? digest,
      features: manifest.layers.reduce(0) { $0 &+ $1.features },
      tiles: manifest.tileFiles.reduce(0) { $0 &+ ($1.tiles ?? 0) },
      bytes: manifest.files.reduce(0) { $0 &+ $1.bytes })
  }

  /// The releases of a folder that can be read, with the digests that name them, the oldest first.
  static func releases(in folder: URL?) -> [(digest: String, build: BuildFacts)] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [] }
    let found = names.compactMap { name -> (time: Date, digest: String, build: BuildFacts)? in
      let path = folder.appendingPathComponent(name)
      guard let manifest = try? BundleManifest(bundle: path), manifest.digest == name,
        let time = try? path.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      else { return nil }
      return (time, name, BuildFacts(of: manifest))
    }
    return found.sorted { ($0.time, $0.digest) < ($1.time, $1.digest) }.map { ($0.digest, $0.build) }
  }

  private static func outcome(_ report: BuildReport) -> String {
    if let failure = report.failure { return "failed: \(failure)" }
    if report.dryRun == true { return "dry run" }
    let accepted = (report.gates ?? []).count { $0.outcome == .accepted }
    return accepted == 0 ? "published" : "published, \(Counted.text(accepted, "failed gate")) accepted"
  }
}
