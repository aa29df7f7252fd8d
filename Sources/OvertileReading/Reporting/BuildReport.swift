import Foundation

/// The report on a run, including counts, sizes, and times. The report is written beside the bundle as
/// `NAME.report.json`.
public struct BuildReport: Sendable, Codable {
  /// The path of the bundle's folder, or an empty string if the run failed.
  public var bundle: String
  /// The name of the pipeline.
  public var name: String
  /// The digest of the new bundle, even if the bundle was not published. The value is `nil` if the run created no
  /// bundle or if the report is from an earlier version of Overtile.
  public var digest: String?
  /// Whether a bundle with the same digest was already at the output path, or `nil` if the run created no bundle.
  public var unchanged: Bool?
  /// The reason why the run ended without a bundle, or `nil` if the run published a bundle or was a dry run.
  public var failure: String?
  /// The counts for each source, in the order of the configuration.
  public var sources: [Source] = []
  /// The commands whose output was read, in the order of the sources, or `nil` if no command's output was read.
  public var commands: [Command]?
  /// The counts for each layer, in the order of the configuration.
  public var layers: [Layer] = []
  /// The total number of addressed tiles at all zooms.
  public var tiles = 0
  /// The total size of all files in the bundle, in bytes.
  public var bytes = 0
  /// Statistics about the tiles at each zoom, sorted by zoom in ascending order.
  public var tileStatistics: [TileStatistics] = []
  /// The tiles with a stored size of more than 500,000 bytes, sorted by size in descending order.
  public var largeTiles: [LargeTile] = []
  /// The compression of each archive that is configured with `compression: auto`, or `nil` if the report is from an
  /// earlier version of Overtile.
  public var compressions: [ArchiveCompression]? = []
  /// The number of ledger entries for each code, keyed by code.
  public var ledger: [String: Int] = [:]
  /// The numbers of ledger entries, grouped by source, layer, and code.
  public var ledgerTotals: [LedgerTotal] = []
  /// The first ledger entries for each code, keyed by code. Each entry is a single line of text.
  public var ledgerExamples: [String: [String]] = [:]
  /// The path of the ledger, or `nil` if the ledger is empty.
  public var ledgerFile: String?
  /// The number of features that received each repair, keyed by the repair's raw value. Each feature is counted once
  /// for each repair, even if several layers show the feature.
  public var repairs: [String: Int] = [:]
  /// The files that contain quarantined features.
  public var quarantined: [Quarantined] = []
  /// The warnings about the run, for display to the user.
  public var warnings: [String] = []
  /// Suggestions for making the bundle smaller by lowering maximum zooms, without showing less on the map. The value is
  /// `nil` if the report is from an earlier version of Overtile.
  public var zoomAdvice: [String]? = []
  /// The data errors, grouped by cause, and the warnings that have a code. The value is `nil` if the report is from an
  /// earlier version of Overtile.
  public var diagnostics: [Diagnostic]? = []
  /// The number of features in the ledger for each code, keyed by code, or `nil` if the report is from an earlier
  /// version of Overtile. Each feature is counted once for each code, even if the feature is in several layers.
  public var ledgerFeatures: [String: Int]? = [:]
  /// The number of features that were rejected by their source or by at least one layer, or `nil` if the report is from
  /// an earlier version of Overtile.
  public var rejectedFeatures: Int? = 0
  /// The verdicts of the gates, in the order of `GateName`, or `nil` if the report is from an earlier version of
  /// Overtile.
  public var gates: [GateVerdict]? = []
  /// The wall-clock time of each stage, in seconds, keyed by the stage's name.
  public var stageSeconds: [String: Double] = [:]
  /// The total wall-clock time of the run, in seconds.
  public var seconds = 0.0
  /// The peak resident memory of the process, in bytes.
  public var peakMemoryBytes = 0
  /// The memory bound, in bytes, or `nil` if memory is not bounded. The peak memory is at most the bound plus
  /// `MemoryBound.programBytes`.
  public var memoryBoundBytes: Int?
  /// The number of worker threads.
  public var threads = 0
  /// The versions of the program and its libraries, keyed by name, or `nil` if the run created no bundle. The manifest
  /// contains the same versions.
  public var software: [String: String]?
  /// Whether the run was a dry run, which creates no tiles and writes no files. The value is `nil` rather than `false`
  /// if the run was not a dry run.
  public var dryRun: Bool?

  /// A command whose output was read to the end.
  public struct Command: Sendable, Codable, Hashable {
    /// The name of the source that uses the command.
    public var source: String
    /// The command line, with secrets masked.
    public var command: String
    /// The size of the command's output, in bytes.
    public var bytes: UInt64
    /// The SHA-256 digest of the command's output, in hexadecimal.
    public var sha256: String
    /// The wall-clock time for which the command ran, in seconds.
    public var seconds: Double
    /// The last lines that the command wrote to standard error, with secrets masked.
    public var lastWords: [String]
  }

  /// A tile whose stored size is greater than `BuildReport.largeTileBytes`.
  public struct LargeTile: Sendable, Codable {
    /// The address of the tile, in the form z/x/y.
    public var tile: String
    /// The stored size of the tile, in bytes.
    public var bytes: Int
    /// The name of the tile's layer if each layer has its own archive, or `nil` otherwise.
    public var layer: String?

    package init(tile: String, bytes: Int, layer: String? = nil) {
      (self.tile, self.bytes, self.layer) = (tile, bytes, layer)
    }
  }

  /// Statistics about the tiles at a single zoom.
  public struct TileStatistics: Sendable, Codable, Hashable {
    /// The zoom to which the statistics apply.
    public var zoom: Int
    /// The number of addressed tiles at the zoom.
    public var tiles = 0
    /// The total stored size of all tiles at the zoom, in bytes. Identical tiles are counted each time they occur.
    public var bytes = 0
    /// The total stored size of the distinct tiles at the zoom, in bytes, or `nil` if the report is from an earlier
    /// version of Overtile.
    public var storedBytes: Int?
    /// The address of the largest tile, in the form z/x/y. If several tiles are equally large, this is the address of
    /// the first one.
    public var largestTile = ""
    /// The stored size of the largest tile, in bytes.
    public var largestBytes = 0
    /// The uncompressed size of each layer, in bytes, keyed by layer name, or `nil` if the report is from an earlier
    /// version of Overtile.
    public var layerBytes: [String: Int]?

    package init(zoom: Int) {
      self.zoom = zoom
    }
  }

  /// A file that contains the rejected features from a source.
  public struct Quarantined: Sendable, Codable, Hashable {
    /// The name of the source.
    public var source: String
    /// The path of the file.
    public var file: String
    /// The number of features in the file.
    public var features: Int
  }

  /// The stored size, in bytes, above which a tile is listed in `largeTiles`.
  public static let largeTileBytes = 500_000

  /// Whether a gate failed, so that the bundle was not published.
  package var hasFailedGate: Bool { gates?.contains { $0.outcome == .failed } == true }

  /// The total number of features that were read from all sources.
  public var featuresRead: Int { sources.reduce(0) { $0 + $1.read } }
}

extension BuildReport {
  /// The compression of an archive, and the archive's size with and without compression.
  public struct ArchiveCompression: Sendable, Codable, Hashable {
    /// The name of the archive's file in the bundle.
    public var file: String
    /// The compression format of the archive: `gzip` or `none`.
    public var compression: String
    /// The size of the archive, in bytes.
    public var bytes: Int
    /// The estimated size, in bytes, that the archive would have with the other compression format. The estimate is
    /// based on the sampled tiles.
    public var otherBytes: Int
    /// The number of distinct tiles that were sampled.
    public var triedTiles: Int
    /// Whether the sample includes all tiles in the archive.
    public var triedAll: Bool

    package init(file: String, compression: String, bytes: Int, otherBytes: Int, triedTiles: Int, triedAll: Bool) {
      (self.file, self.compression, self.bytes, self.otherBytes, self.triedTiles, self.triedAll) = (
        file, compression, bytes, otherBytes, triedTiles, triedAll
      )
    }
  }
}
