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
  /// - Throws: `BundleError`, `ArchiveError`, `InspectionError`, `ListedFileError` for the bundle or the archive itself;
  ///   `ReportFileError` for an earlier report that the caller has named.
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
      let kept = Set(facts.clusters.map(\.layer))
      facts.layersWithoutMembers = facts.inspection.layers.filter { $0.kind == LayerKind.cluster.rawValue }.map(\.id)
        .filter { !kept.contains($0) }
      return facts
    }
    let name = facts.inspection.kind == "bundle" ? facts.inspection.name : nil
    let earlier = try earlier.map { try EarlierBuilds.build(ofReport: $0, bundle: name) }
    facts.filesRead += self.earlier
    if facts.inspection.kind == "bundle" {
      addFiles(&facts, BundleSurroundings(path))
    } else {
      facts.missing.append(
        "This is a single archive, so this page shows only what its directory and metadata contain. Feature counts, build "
          + "times and gates come from the report that is stored next to a bundle.")
    }
    addBuilds(&facts, earlier, BundleSurroundings(path))
    return facts
  }

  /// Reads report and ledger beside a bundle, if they are about this bundle.
  private func addFiles(_ facts: inout ReportFacts, _ files: BundleSurroundings) {
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
    } catch  where error.isMissing {
      // No later run failed.
    } catch {
      facts.missing.append("The report of a later run that failed cannot be read (\(error)).")
    }
    guard let report = facts.report, !report.ledger.isEmpty else { return }
    do {
      facts.ledger = try LedgerExamples(files, report, reprojected: Self.reprojected(facts.inspection))
      facts.filesRead.append(files.ledger(of: report))
    } catch {
      facts.missing.append(
        "The ledger cannot be read (\(error)). Without it, this page does not show the positions of the entries."
      )
    }
  }

  /// The sources whose positions a run transforms.
  private static func reprojected(_ found: SourceInspection) -> Set<String> {
    Set((found.provenance?.reprojections ?? []).filter { $0.pipeline != "+proj=noop" }.map(\.source))
  }

  /// The first number by which a report is not that of a bundle; nil if it may be.
  private static func mismatch(_ report: BuildReport, _ found: SourceInspection) -> String? {
    if let name = found.name, report.name != name {
      return "the report is for \"\(report.name)\", but the bundle is named \"\(name)\""
    }
    func differs(_ what: String, _ reported: Int, _ seen: UInt64?) -> String? {
      guard let seen, UInt64(max(0, reported)) != seen else { return nil }
      return "the report counts \(reported) \(what), but the bundle has \(seen)"
    }
    return differs("tiles", report.tiles, found.tiles) ?? differs("bytes", report.bytes, found.fileBytes)
  }

  private func addBuilds(_ facts: inout ReportFacts, _ earlier: [BuildFacts], _ files: BundleSurroundings) {
    let releases = EarlierBuilds.releases(in: files.releases)
    guard !earlier.isEmpty || releases.count > 1 else { return }
    var this = EarlierBuilds.build(of: facts.inspection, facts.report)
    this.isThis = true
    if earlier.isEmpty {
      facts.builds = releases.map { release in
        guard release.digest == files.digest else { return release.build }
        this.name = release.build.name
        return this
      }
    } else {
      facts.builds = earlier + [this]
    }
  }
}
