import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileLayers
import OvertilePublishing
import OvertileReading
import OvertileTileArchive

/// Judges a new bundle against the one that it is to replace, and keeps it separately when it does not pass.
///
/// All gates are judged, also after one failed. A changed configuration is no excuse: a change that is too large is
/// accepted once, by name. If there is nothing to compare with, gates that compare are not judged: at the first build,
/// and when the old bundle has a later format or cannot be read, which is a warning.
struct GateStage {
  private let configuration: PipelineConfiguration
  private let options: GateOptions
  /// The bundle that is to be replaced.
  private let target: URL
  /// The manifest of the bundle that is to be replaced; nil for the reason beside it.
  private let old: (manifest: BundleManifest?, reason: String)
  /// Whether there are no tiles to judge, and no bundle to keep.
  private let isDryRun: Bool
  /// The path at which a bundle that does not pass is kept; nil to remove it.
  let rejected: OutputPaths?
  /// The reason that no bundle can be kept where it was asked for, in words.
  private let unkept: String?

  /// Prepares the gates of a run.
  ///
  /// - Throws: `PublishingError.cannotCreate` when something else is at the path of the rejected bundle, or when gates
  ///   would compare with a manifest that was edited.
  init(
    _ configuration: PipelineConfiguration, _ options: GateOptions, _ output: OutputPaths, isDryRun: Bool = false
  ) throws {
    (self.configuration, self.options, self.target, self.isDryRun) = (configuration, options, output.bundle, isDryRun)
    let asked = options.rejectedPaths(output)
    // A run as another user that left something there stops no run.
    unkept = asked.map(\.report.path).flatMap { OwnFile.isUnreadable($0) ? OutputPaths.warning(unreadable: $0) : nil }
    rejected = unkept == nil ? asked : nil
    try rejected?.rejectForeign(besidesRejectedOf: configuration.name)
    do {
      old = try Self.oldManifest(output.bundle)
    } catch {
      if configuration.gates.limits.contains(where: { $0.gate.comparesBundles }) { throw error }
      old = (nil, "the old bundle was edited")
    }
  }

  /// The verdicts of all configured gates, in the order of `GateName`.
  func verdicts(
    _ manifest: BundleManifest, _ overlays: [any OverlayLayer], report: BuildReport
  ) -> [GateVerdict] {
    let (gates, (old, reason)) = (configuration.gates, old)
    let names =
      gates.limits.map { $0.gate }
      + EmptyGate.namesByItself(gates, manifest, old: old, isFirst: reason == Self.firstBuild)
    let comparison = GateComparison(
      limits: gates, oldFolder: target, old: old ?? manifest, new: manifest, overlays: overlays, report: report)
    let verdicts = names.flatMap { gate -> [GateVerdict] in
      let isIncomparable = old == nil && gate.comparesBundles
      guard isIncomparable || isDryRun && [.tiles, .bytes].contains(gate) else {
        return self.verdicts(of: gate, comparison)
      }
      let reason = isIncomparable ? reason : "a dry run creates no tiles"
      return [GateVerdict(gate, notJudged: reason)]
    }
    return verdicts.map { verdict in
      var verdict = verdict
      if verdict.limit.isEmpty { verdict.limit = gates.summary(of: verdict.name) ?? "" }
      if verdict.outcome == .failed, options.accepted.contains(verdict.name) { verdict.outcome = .accepted }
      return verdict
    }
  }

  private func verdicts(of gate: GateName, _ comparison: GateComparison) -> [GateVerdict] {
    let limit = comparison.limits.singleLimits[gate]
    switch gate {
    case .features: return FeaturesGate.verdicts(comparison)
    case .layers: return LayersGate.verdicts(comparison)
    case .bounds: return limit?.meters.map { BoundsGate.verdicts(comparison, meters: $0) } ?? []
    case .tiles: return limit?.share.map { [GrowthGate.tiles(comparison, $0)] } ?? []
    case .bytes: return limit?.share.map { [GrowthGate.bytes(comparison, $0)] } ?? []
    case .properties: return limit?.share.map { PropertiesGate.verdicts(comparison, $0) } ?? []
    case .clusters: return limit?.share.map { ClustersGate.verdicts(comparison, $0) } ?? []
    case .rejected:
      let sources = configuration.layers.map(\.source.value)
      return limit?.share.map { RejectedGate.verdicts(comparison, $0, sources: sources) } ?? []
    case .maxAge: return FreshnessGate.verdicts(comparison)
    case .empty: return EmptyGate.verdicts(comparison)
    case .accuracy: return limit?.meters.map { AccuracyGate.verdicts(comparison, meters: $0) } ?? []
    }
  }

  /// The manifest of the target's current bundle, or the reason that there is none to compare with.
  ///
  /// - Throws: `PublishingError.cannotCreate` for a manifest that is damaged or was edited, whose counts nobody built, and
  ///   for releases of which none is current. One alone may be that of a first run that was killed before it made the link.
  private static func oldManifest(_ target: URL) throws(PublishingError) -> (BundleManifest?, reason: String) {
    let isCurrent = target.lastPathComponent == "current"
    let above = target.deletingLastPathComponent().path
    if !Folder.hasFile(target.path + "/" + BundleManifest.fileName) {
      let releases = isCurrent ? (try? FileSystem.names(above + "/releases").count) ?? 0 : 0
      if releases < 2 { return (nil, releases == 0 ? firstBuild : "there are releases, but none of them is current") }
    }
    do { return (try BundleManifest(intact: target), "") } catch {
      if case BundleError.unknownVersion = error { return (nil, "the old bundle cannot be read: \(error)") }
      let remedy =
        isCurrent
        ? "Point \(target.path) to a different release, or move \(above) away"
        : "Restore the bundle's original \(BundleManifest.fileName), or move the bundle away"
      throw .cannotCreate("\(error). Gates cannot compare with this bundle, so nothing was replaced. \(remedy)")
    }
  }

  /// The reason that is not worth a warning.
  static let firstBuild = "there is no bundle to compare with"

  /// Keeps a bundle that did not pass, and its report beside it, or leaves it to be removed.
  ///
  /// - Returns: warnings about what could not be removed.
  func keep(_ staged: borrowing StagedBundle, _ report: BuildReport) throws -> [String] {
    guard let rejected else { return [] }
    var report = report
    report.bundle = rejected.bundle.path
    return try staged.keep(at: rejected.bundle) {
      try rejected.rejectForeign(besidesRejectedOf: configuration.name)
      // First, so that a rejected bundle is never without its report.
      try rejected.write(report)
    }
  }

  /// Removes the bundle that an earlier run kept, and its report, after a run whose bundle was published.
  ///
  /// - Returns: a warning about what remains.
  func clear() -> String? {
    guard let rejected else { return nil }
    do {
      try OwnFolder.remove(rejected.bundle.path)
      try OwnFile.remove(rejected.report.path, .report)
      return nil
    } catch {
      return "cannot remove the rejected bundle of an earlier run: \(error)"
    }
  }

  /// The failure of gates in words; nil if none failed.
  func rejection(_ verdicts: [GateVerdict], new: BundleManifest) -> String? {
    let failed = verdicts.filter { $0.outcome == .failed }
    guard !failed.isEmpty else { return nil }
    let names = GateName.allCases.filter { name in failed.contains { $0.name == name } }.map(\.rawValue)
    let count = names.count == 1 ? "a gate" : "\(names.count) gates"
    var lines = [
      isDryRun
        ? "\(count) failed, so a build would not be published and \(target.path) would not change:"
        : "\(count) failed, so the new bundle was not published and \(target.path) is unchanged:"
    ]
    lines += failed.map { "  " + $0.summary }
    if names.contains(GateName.empty.rawValue) { lines.append(EmptyGate.advice) }
    if let old = old.manifest, old.provenance.configuration != new.provenance.configuration {
      lines.append("the configuration has changed since the old bundle was built")
    }
    if !isDryRun { lines.append(fate) }
    lines.append("to publish the bundle anyway, run again with --accept-gates \(names.joined(separator: ","))")
    return lines.joined(separator: "\n")
  }

  /// What happens to a bundle that fails its gates.
  private var fate: String {
    rejected.map { "the new bundle was kept in \($0.bundle.path)" }
      ?? unkept.map { "the new bundle was removed: \($0)" }
      ?? "the new bundle was removed; to keep it for inspection, use --keep-rejected"
  }
}
