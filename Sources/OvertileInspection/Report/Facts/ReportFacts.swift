import OvertilePipeline

/// All that a report tells about a bundle or an archive, as it was read.
package struct ReportFacts: Sendable {
  /// The content of the bundle or the archive.
  package var inspection: SourceInspection
  /// The sizes of the tiles by zoom.
  package var tileSizes: [TileSizes] = []
  /// The clusters of the layers that have a file of members; nil if they were not counted.
  package var clusters: [ClusterSizes]?
  /// The report of the run that made the bundle.
  package var report: BuildReport?
  /// The report of a later run that failed.
  package var failed: BuildReport?
  /// The beginning of the ledger; nil if there is none beside the bundle.
  package var ledger: LedgerExamples?
  /// The earlier builds, the oldest first, and this one at the end.
  package var builds: [BuildFacts] = []
  /// The missing facts, each with the reason.
  package var missing: [String] = []
  /// The files that were read besides the bundle.
  package var filesRead: [String] = []

  /// Makes the facts of an inspection alone.
  package init(_ inspection: SourceInspection) { self.inspection = inspection }
}

/// One build among several, for comparison.
package struct BuildFacts: Sendable, Hashable {
  /// The version of the data, the beginning of the release's digest, or the name of the report's file.
  package var name: String
  /// A sentence if it is a build of another bundle.
  package var note: String?
  /// The features in all layers; nil if the run failed.
  package var features: Int?
  /// The tiles; nil if the run failed.
  package var tiles: Int?
  /// The bytes of all files; nil if the run failed.
  package var bytes: Int?
  /// Wall-clock seconds; nil if only the bundle is known.
  package var seconds: Double?
  /// The result in words; empty if only the bundle is known.
  package var outcome = ""
}
