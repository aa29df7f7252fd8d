import Foundation
import OvertileBundleFormat
import OvertilePipeline

/// Collects the facts of a report from a bundle or an archive and from the files beside it.
package struct FactsReader: Sendable {
  /// Whether every tile is read, to count entries; see `SourceInspector`.
  package var readsTiles = false
  /// The number of the largest tiles that are named.
  package var largestTiles = 10
  /// The report files of earlier runs, the oldest first.
  package var earlier: [String] = []

  /// Makes a reader of directories and manifests only.
  package init() {}

  /// Reads the facts about a path. A damaged or foreign file beside a bundle is a missing fact, not an error.
  ///
  /// O(directory entries + clusters), with `readsTiles` O(bytes).
  ///
  /// - Throws: `BundleError`, `ArchiveError`, `InspectionError`, `ListedFileError` for the bundle or the archive itself, or
  ///   for an earlier report that the caller has named.
  package func facts(of path: String) throws -> ReportFacts {
    var inspector = SourceInspector()
    (inspector.readsTiles, inspector.largestTiles) = (readsTiles, largestTiles)
    var facts = try TileSource.reading(path) { source in
      try source.checkFiles()
      var facts = ReportFacts(try inspector.inspect(source))
      var survey = TileSurvey(largest: 0)
      for reader in try source.readers() { try survey.add(reader) }
      facts.tileSizes = survey.sizes
      facts.clusters = try source.clusterSizes()
      return facts
    }
    let earlier = try earlier.map { try BuildFacts(ofReport: $0, beside: facts.inspection) }
    facts.filesRead += self.earlier
    let files = BundleSurroundings(path)
    if facts.inspection.kind == "bundle" {
      addReports(&facts, files)
      addLedger(&facts, files)
    } else {
      facts.missing.append(
        "This is a single archive, so this page shows only what its directory and metadata contain. Feature counts, build "
          + "times and gates come from the report that is stored next to a bundle.")
    }
    var this = BuildFacts(of: facts.inspection, facts.report)
    let releases = BuildFacts.releases(in: files.releases)
    let digest = (try? BundleManifest(bundle: URL(fileURLWithPath: path)))?.digest
    if let name = releases.first(where: { $0.digest == digest })?.build.name, earlier.isEmpty { this.name = name }
    this.name += " (this one)"
    facts.builds = earlier + [this]
    if earlier.isEmpty {
      // Without another release there is nothing to compare.
      facts.builds = releases.count > 1 ? releases.map { $0.digest == digest ? this : $0.build } : []
    }
    return facts
  }

  /// Reads the reports beside a bundle, the first if it is about this bundle.
  private func addReports(_ facts: inout ReportFacts, _ files: BundleSurroundings) {
    do {
      let report = try BundleSurroundings.report(at: files.report)
      facts.filesRead.append(files.report)
      if let mismatch = Self.mismatch(report, facts.inspection) {
        facts.missing.append("\(files.report) is the report for a different build: \(mismatch).")
      } else {
        facts.report = report
      }
    } catch {
      facts.missing.append(
        "The build report cannot be read (\(error)). Without it, this page does not show feature counts, times by stage, "
          + "or gates.")
    }
    do {
      facts.failed = try BundleSurroundings.report(at: files.failedReport)
      facts.filesRead.append(files.failedReport)
    } catch {
      // Where it is missing, no later run failed.
      if error.kind != .missing {
        facts.missing.append("The report of a later run that failed cannot be read (\(error)).")
      }
    }
  }

  /// Reads the ledger of the report, if it counts entries.
  private func addLedger(_ facts: inout ReportFacts, _ files: BundleSurroundings) {
    guard let report = facts.report, !report.ledger.isEmpty else { return }
    // A run transforms the positions of these sources.
    let reprojections = (facts.inspection.provenance?.reprojections ?? []).filter { $0.pipeline != "+proj=noop" }
    do {
      facts.ledger = try LedgerExamples(files, report, reprojected: Set(reprojections.map(\.source)))
      facts.filesRead.append(files.ledger(of: report))
    } catch {
      facts.missing.append(
        "The ledger cannot be read (\(error)). Without it, this page does not show the positions of the entries."
      )
    }
  }

  /// The first number by which a report is not that of a bundle; nil if it may be.
  private static func mismatch(_ report: BuildReport, _ found: SourceInspection) -> String? {
    if let name = found.name, report.name != name {
      return "the report is for \"\(report.name)\", but the bundle is named \"\(name)\""
    }
    func differs(_ what: String, _ reported: Int, _ seen: UInt64?) -> String? {
      guard let seen, reported != seen else { return nil }
      return "the report counts \(reported) \(what), but the bundle has \(seen)"
    }
    return differs("tiles", report.tiles, found.tiles) ?? differs("bytes", report.bytes, found.fileBytes)
  }
}
