import Foundation

/// What a run did: the books, the sizes and the times. Written as `NAME.report.json` beside the bundle.
public struct BuildReport: Sendable, Codable {
  /// The bundle's folder.
  public var bundle: String
  /// The name of the pipeline.
  public var name: String
  /// The sources, in the order of the configuration.
  public var sources: [Source] = []
  /// The layers, in the order of the configuration.
  public var layers: [Layer] = []
  /// Addressed tiles of all zooms.
  public var tiles = 0
  /// The bytes of all files of the bundle.
  public var bytes = 0
  /// Tiles of more than 500,000 bytes as stored, largest first.
  public var largeTiles: [LargeTile] = []
  /// Entries of the ledger by code.
  public var ledger: [String: Int] = [:]
  /// What a person should know.
  public var warnings: [String] = []
  /// What came of the gates, in the order of `GateName`; nil in reports that were written before there were gates.
  public var gates: [GateVerdict]? = []
  /// Wall-clock seconds by stage.
  public var stageSeconds: [String: Double] = [:]
  /// Wall-clock seconds in all.
  public var seconds = 0.0
  /// The largest resident memory of the process in bytes.
  public var peakMemoryBytes = 0
  /// Worker threads.
  public var threads = 0

  /// The books of a source: read = usable + rejected.
  public struct Source: Sendable, Codable {
    /// The name.
    public var name: String
    /// The files read.
    public var files: Int
    /// Uncompressed bytes read.
    public var bytes: UInt64
    /// Features found.
    public var read: Int
    /// Features that could not be used: not valid, or not transformable.
    public var rejected: Int
  }

  /// The books of a layer: read = accepted + filtered + rejected + withoutGeometry.
  public struct Layer: Sendable, Codable {
    /// The name.
    public var name: String
    /// `cluster`, `circle` or `shape`.
    public var kind: String
    /// Usable features of its source.
    public var read: Int
    /// Features in the bundle.
    public var accepted: Int
    /// Features that the filter left out.
    public var filtered: Int
    /// Features that this layer cannot show, in the ledger.
    public var rejected: Int
    /// Features without a geometry, in the ledger.
    public var withoutGeometry: Int
    /// Distinct overlays at the last zoom.
    public var overlays: Int
  }

  /// A tile that is larger than maps like it.
  public struct LargeTile: Sendable, Codable {
    /// The address as z/x/y.
    public var tile: String
    /// Its size in bytes as stored.
    public var bytes: Int
  }

  /// The size in bytes above which a tile is named in the report.
  public static let largeTileBytes = 500_000

  /// Features read by all sources.
  public var featuresRead: Int { sources.reduce(0) { $0 + $1.read } }
}
