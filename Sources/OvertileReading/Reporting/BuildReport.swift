import Foundation

/// The report of a run: the counts, the sizes and the times. Written as `NAME.report.json` beside the bundle.
public struct BuildReport: Sendable, Codable {
  /// The bundle's folder; empty if the run failed.
  public var bundle: String
  /// The name of the pipeline.
  public var name: String
  /// The digest of the new bundle, even if it was not published; nil if there is none, and in reports of earlier
  /// versions.
  public var digest: String?
  /// Whether the path already had a bundle with that digest; nil if the run made no bundle.
  public var unchanged: Bool?
  /// The reason why the run ended without a bundle; nil if it published one, and for a dry run.
  public var failure: String?
  /// The sources, in the order of the configuration.
  public var sources: [Source] = []
  /// The commands whose output was read, in the order of the sources; nil if there are none.
  public var commands: [Command]?
  /// The layers, in the order of the configuration.
  public var layers: [Layer] = []
  /// Addressed tiles of all zooms.
  public var tiles = 0
  /// The bytes of all files of the bundle.
  public var bytes = 0
  /// The tiles of each zoom, ascending.
  public var tileStatistics: [TileStatistics] = []
  /// Tiles of more than 500,000 stored bytes, the largest first.
  public var largeTiles: [LargeTile] = []
  /// The compression of the archives with `compression: auto`; nil in reports of earlier versions.
  public var compressions: [ArchiveCompression]? = []
  /// Entries of the ledger by code.
  public var ledger: [String: Int] = [:]
  /// Entries of the ledger by source, layer and code.
  public var ledgerTotals: [LedgerTotal] = []
  /// The first entries of each code of the ledger, on one line each.
  public var ledgerExamples: [String: [String]] = [:]
  /// The ledger's file, or nil if it is empty.
  public var ledgerFile: String?
  /// The number of features by repair, however many layers they are in.
  public var repairs: [String: Int] = [:]
  /// The files of quarantined features.
  public var quarantined: [Quarantined] = []
  /// Warnings for the user.
  public var warnings: [String] = []
  /// Changes that would make the bundle smaller without showing less; nil in reports of earlier versions.
  public var zoomAdvice: [String]? = []
  /// The warnings with a code, and the data errors by cause; nil in old reports.
  public var diagnostics: [Diagnostic]? = []
  /// The number of features in the ledger by code, however many layers they are in.
  public var ledgerFeatures: [String: Int]? = [:]
  /// The number of features that their source or at least one layer rejected.
  public var rejectedFeatures: Int? = 0
  /// The verdicts of the gates, in the order of `GateName`; nil in old reports.
  public var gates: [GateVerdict]? = []
  /// Wall-clock seconds by stage.
  public var stageSeconds: [String: Double] = [:]
  /// Wall-clock seconds in all.
  public var seconds = 0.0
  /// The largest resident memory of the process in bytes.
  public var peakMemoryBytes = 0
  /// The memory bound in bytes, if there is one. The peak is at most the bound plus `MemoryBound.programBytes`.
  public var memoryBoundBytes: Int?
  /// Worker threads.
  public var threads = 0
  /// Versions by name, as in the manifest; nil if the run made nothing.
  public var software: [String: String]?
  /// True for a dry run, which makes no tiles and writes nothing; nil otherwise.
  public var dryRun: Bool?

  /// A command whose output was read to its end.
  public struct Command: Sendable, Codable, Hashable {
    /// The source's name.
    public var source: String
    /// The command line, without secrets.
    public var command: String
    /// The bytes of its output.
    public var bytes: UInt64
    /// The SHA-256 of its output in hexadecimal.
    public var sha256: String
    /// Wall-clock seconds from its start to its end.
    public var seconds: Double
    /// Its last output on standard error, without secrets.
    public var lastWords: [String]
  }

  /// A tile above the size limit.
  public struct LargeTile: Sendable, Codable {
    /// The address as z/x/y.
    public var tile: String
    /// Its size in bytes as stored.
    public var bytes: Int
    /// The layer of the tile if each layer has its own archive; otherwise nil.
    public var layer: String?

    package init(tile: String, bytes: Int, layer: String? = nil) {
      (self.tile, self.bytes, self.layer) = (tile, bytes, layer)
    }
  }

  /// The tiles of a zoom.
  public struct TileStatistics: Sendable, Codable, Hashable {
    /// The zoom.
    public var zoom: Int
    /// Addressed tiles.
    public var tiles = 0
    /// The stored bytes of all tiles; equal tiles count each time.
    public var bytes = 0
    /// The bytes of distinct tiles; nil in reports of earlier versions.
    public var storedBytes: Int?
    /// The address of the largest one as z/x/y; the first if there are several.
    public var largestTile = ""
    /// Its size in bytes as stored.
    public var largestBytes = 0
    /// The uncompressed bytes of each layer, by its name; nil in reports of earlier versions.
    public var layerBytes: [String: Int]?

    package init(zoom: Int) {
      self.zoom = zoom
    }
  }

  /// A file of rejected features.
  public struct Quarantined: Sendable, Codable, Hashable {
    /// The source's name.
    public var source: String
    /// The file.
    public var file: String
    /// The number of features in it.
    public var features: Int
  }

  /// The size in bytes above which a tile is named in the report.
  public static let largeTileBytes = 500_000

  /// Features read by all sources.
  public var featuresRead: Int { sources.reduce(0) { $0 + $1.read } }
}

extension BuildReport {
  /// The compression of an archive, and its size with and without it.
  public struct ArchiveCompression: Sendable, Codable, Hashable {
    /// The archive's name in the bundle.
    public var file: String
    /// `gzip` or `none`.
    public var compression: String
    /// The archive's size in bytes.
    public var bytes: Int
    /// Its size in bytes with the other compression, estimated from the sampled tiles.
    public var otherBytes: Int
    /// The number of distinct tiles sampled.
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
