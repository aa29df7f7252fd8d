import Foundation
import OvertileBundleFormat
import OvertilePipeline

/// All that a report tells about a bundle or an archive, as it was read.
package struct ReportFacts: Sendable {
  /// The content of the bundle or the archive.
  let inspection: SourceInspection
  /// The clusters of the layers that have a file of members.
  private(set) var clusters: [ClusterSizes] = []
  /// The report of the run that made the bundle.
  private(set) var report: BuildReport?
  /// The beginning of the ledger; nil if there is none beside the bundle.
  private(set) var ledger: LedgerExamples?
  /// This build and others, the oldest first.
  private(set) var builds: [BuildFacts] = []
  /// The missing facts, each with the reason.
  private(set) var missing: [String] = []

  /// Makes the facts of an inspection alone.
  package init(_ inspection: SourceInspection) { self.inspection = inspection }

  /// Reads the facts about a path. A damaged or foreign file beside a bundle is a missing fact, not an error.
  ///
  /// O(directory entries + clusters); O(bytes) if the inspector reads all tiles.
  ///
  /// - Parameter earlier: the report files of earlier runs, the oldest first.
  /// - Throws: `BundleError`, `ArchiveError`, `InspectionError`, `ListedFileError` for the bundle or the archive itself, or
  ///   for an earlier report.
  package init(of path: String, _ inspector: SourceInspector, earlier: [String]) throws {
    let digest: String?
    (inspection, clusters, digest) = try TileSource.reading(path) { source in
      try source.checkFiles()
      return (try inspector.inspect(source), try source.clusterSizes(), source.manifest?.digest)
    }
    builds = try earlier.map { try BuildFacts(ofReport: $0) }
    let files = BundleSurroundings(path)
    if inspection.kind == "bundle" {
      readReport(files)
      readLedger(files)
    } else {
      missing.append(
        "This is a single archive, so this page shows only what its directory and metadata contain. Feature counts, build "
          + "times and gates come from the report that is stored next to a bundle.")
    }
    var this = BuildFacts(of: inspection, report)
    let releases = earlier.isEmpty ? BuildFacts.releases(in: files.releases) : []
    this.name = (releases.first { $0.digest == digest }?.name ?? this.name) + " (this one)"
    if !earlier.isEmpty {
      builds.append(this)
    } else if releases.count > 1 {
      // Without another release there is nothing to compare.
      builds = releases.map { $0.digest == digest ? this : $0 }
    }
  }

  /// Reads the report beside a bundle, if it is about this bundle.
  private mutating func readReport(_ files: BundleSurroundings) {
    do {
      let found = try BundleSurroundings.report(at: files.report)
      if let mismatch = mismatch(found) {
        missing.append("\(files.report) is the report for a different build: \(mismatch).")
      } else {
        report = found
      }
    } catch {
      missing.append(
        "The build report cannot be read (\(error)). Without it, this page does not show feature counts, times by stage, "
          + "or gates.")
    }
  }

  /// Reads the ledger of the report, if it counts entries.
  private mutating func readLedger(_ files: BundleSurroundings) {
    guard let report, !report.ledger.isEmpty else { return }
    // A run transforms the positions of these sources.
    let reprojections = (inspection.provenance?.reprojections ?? []).filter { $0.pipeline != "+proj=noop" }
    do {
      ledger = try LedgerExamples(files, report, reprojected: Set(reprojections.map(\.source)))
    } catch {
      missing.append(
        "The ledger cannot be read (\(error)). Without it, this page does not show the positions of the entries.")
    }
  }

  /// The first number by which a report is not that of the bundle; nil if it may be.
  private func mismatch(_ report: BuildReport) -> String? {
    if let name = inspection.name, report.name != name {
      return "the report is for \"\(report.name)\", but the bundle is named \"\(name)\""
    }
    let counts = [("tiles", report.tiles, inspection.tiles), ("bytes", report.bytes, inspection.fileBytes)]
    return counts.lazy.compactMap { what, told, seen in
      seen.flatMap { told == $0 ? nil : "the report counts \(told) \(what), but the bundle has \($0)" }
    }.first
  }
}

// MARK: What it says

extension ReportFacts {
  /// The title of a report.
  package var title: String { inspection.name ?? inspection.path }

  /// The sections that have something to show, in their order.
  package var sections: [ReportSection] {
    [
      overviewSection, zoomsSection, tilesSection, clustersSection, countsSection, ledgerSection, timesSection,
      gatesSection, buildsSection,
    ].compactMap(\.self)
  }
}
