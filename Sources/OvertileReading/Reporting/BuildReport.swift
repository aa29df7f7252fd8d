import Foundation

/// The report of a run, with its counts, sizes and times. It is written beside the bundle as `NAME.report.json`.
public struct BuildReport: Sendable, Codable {
  /// The path of the bundle's folder; empty if the run failed.
  public var bundle: String
  /// The name of the pipeline.
  public var name: String
  /// The digest of the new bundle, even if it was not published; nil if there is none, and in reports of earlier
  /// versions.
  public var digest: String?
  /// Whether the path already contained a bundle with the same digest; nil if the run created no bundle.
  public var unchanged: Bool?
  /// The reason why the run ended without a bundle; nil if it published one or was a dry run.
  public var failure: String?
  /// The sources, in the order of the configuration.
  public var sources: [Source] = []
  /// The commands whose output was read, in the order of the sources; nil if there are none.
  public var commands: [Command]?
  /// The layers, in the order of the configuration.
  public var layers: [Layer] = []
  /// The number of addressed tiles at all zooms.
  public var tiles = 0
  /// The total size in bytes of all files in the bundle.
  public var bytes = 0
  /// Statistics about the tiles at each zoom, in ascending order.
  public var tileStatistics: [TileStatistics] = []
  /// The tiles of more than 500,000 stored bytes, largest first.
  public var largeTiles: [LargeTile] = []
  /// The compression of each archive with `compression: auto`; nil in reports of earlier versions.
  public var compressions: [ArchiveCompression]? = []
  /// The number of ledger entries by code.
  public var ledger: [String: Int] = [:]
  /// The numbers of ledger entries by source, layer and code.
  public var ledgerTotals: [LedgerTotal] = []
  /// The first ledger entries with each code, each on one line.
  public var ledgerExamples: [String: [String]] = [:]
  /// The path of the ledger; nil if the ledger is empty.
  public var ledgerFile: String?
  /// The number of features by repair, each counted once even if several layers show it.
  public var repairs: [String: Int] = [:]
  /// The files that contain quarantined features.
  public var quarantined: [Quarantined] = []
  /// Warnings for the user.
  public var warnings: [String] = []
  /// Changes that would make the bundle smaller without showing less; nil in reports of earlier versions.
  public var zoomAdvice: [String]? = []
  /// The warnings that have a code, and the data errors by cause; nil in reports of earlier versions.
  public var diagnostics: [Diagnostic]? = []
  /// The number of features in the ledger by code, each counted once even if it is in several layers.
  public var ledgerFeatures: [String: Int]? = [:]
  /// The number of features that their source or at least one layer rejected.
  public var rejectedFeatures: Int? = 0
  /// The verdicts of the gates, in the order of `GateName`; nil in reports of earlier versions.
  public var gates: [GateVerdict]? = []
  /// The wall-clock time of each stage in seconds.
  public var stageSeconds: [String: Double] = [:]
  /// The total wall-clock time in seconds.
  public var seconds = 0.0
  /// The peak resident memory of the process in bytes.
  public var peakMemoryBytes = 0
  /// The memory bound in bytes, if there is one. The peak is at most the bound plus `MemoryBound.programBytes`.
  public var memoryBoundBytes: Int?
  /// The number of worker threads.
  public var threads = 0
  /// The versions of the software by name, as in the manifest; nil if the run created nothing.
  public var software: [String: String]?
  /// True for a dry run, which creates no tiles and writes nothing; nil otherwise.
  public var dryRun: Bool?

  /// A command whose output was read to its end.
  public struct Command: Sendable, Codable, Hashable {
    /// The source's name.
    public var source: String
    /// The command line, without secrets.
    public var command: String
    /// The size of the command's output in bytes.
    public var bytes: UInt64
    /// The SHA-256 digest of the output in hexadecimal.
    public var sha256: String
    /// The wall-clock time from the command's start to its end, in seconds.
    public var seconds: Double
    /// The command's last lines on standard error, without secrets.
    public var lastWords: [String]
  }

  /// A tile that exceeds the size limit.
  public struct LargeTile: Sendable, Codable {
    /// The tile's address as z/x/y.
    public var tile: String
    /// The stored size of the tile in bytes.
    public var bytes: Int
    /// The tile's layer if each layer has its own archive; otherwise nil.
    public var layer: String?

    package init(tile: String, bytes: Int, layer: String? = nil) {
      (self.tile, self.bytes, self.layer) = (tile, bytes, layer)
    }
  }

  /// Statistics about the tiles at a zoom.
  public struct TileStatistics: Sendable, Codable, Hashable {
    /// The zoom.
    public var zoom: Int
    /// The number of addressed tiles.
    public var tiles = 0
    /// The stored size of all tiles in bytes. Equal tiles count each time.
    public var bytes = 0
    /// The stored size of the distinct tiles in bytes; nil in reports of earlier versions.
    public var storedBytes: Int?
    /// The address of the largest tile as z/x/y; the first one if several are equally large.
    public var largestTile = ""
    /// The stored size of the largest tile in bytes.
    public var largestBytes = 0
    /// The uncompressed size of each layer in bytes, by layer name; nil in reports of earlier versions.
    public var layerBytes: [String: Int]?

    package init(zoom: Int) {
      self.zoom = zoom
    }
  }

  /// A file of rejected features.
  public struct Quarantined: Sendable, Codable, Hashable {
    /// The source's name.
    public var source: String
    /// The path of the file.
    public var file: String
    /// The number of features in the file.
    public var features: Int
  }

  /// The stored size in bytes above which the report lists a tile.
  public static let largeTileBytes = 500_000

  /// The number of features read from all sources.
  public var featuresRead: Int { sources.reduce(0) { $0 + $1.read } }
}

extension BuildReport {
  /// The compression of an archive, and its size with and without compression.
  public struct ArchiveCompression: Sendable, Codable, Hashable {
    /// The archive's name in the bundle.
    public var file: String
    /// The compression, `gzip` or `none`.
    public var compression: String
    /// The archive's size in bytes.
    public var bytes: Int
    /// The archive's size in bytes with the other compression, estimated from the sampled tiles.
    public var otherBytes: Int
    /// The number of distinct tiles that were sampled.
    public var triedTiles: Int
    /// Whether the sample includes all tiles of the archive.
    public var triedAll: Bool

    package init(file: String, compression: String, bytes: Int, otherBytes: Int, triedTiles: Int, triedAll: Bool) {
      (self.file, self.compression, self.bytes, self.otherBytes, self.triedTiles, self.triedAll) = (
        file, compression, bytes, otherBytes, triedTiles, triedAll
      )
    }
  }
}
