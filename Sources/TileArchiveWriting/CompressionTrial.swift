import TileArchive

/// Decides whether gzip pays for an archive, from a sample of its tiles.
///
/// The rule: gzip when the sample's members take less than 90% of its plain bytes. A smaller saving is not worth the
/// fixed cost per tile of compressing it and, each time it is read, of inflating it. Small tiles often fail the rule,
/// because a member costs 18 bytes beside its data. The decision depends on the sample and the level alone, so a sample that
/// is chosen by content keeps a bundle reproducible.
public struct CompressionTrial: ~Copyable {
  /// The share of the plain bytes, in percent, below which gzip is worth its cost to readers.
  public static let worthwhilePercent = 90

  private var compressor: GzipCompressor
  /// Bytes of the sample as it is.
  public private(set) var plainBytes = 0
  /// Bytes of the sample's gzip members.
  public private(set) var gzipBytes = 0

  /// Starts a trial at a level, as of `GzipCompressor`.
  public init(level: Int = 6) throws {
    compressor = try GzipCompressor(level: level)
  }

  /// Adds a tile to the sample.
  public mutating func add(_ tile: [UInt8]) throws {
    gzipBytes += try tile.withUnsafeBytes { try compressor.compress($0) { $0.count } }
    plainBytes += tile.count
  }

  /// The better compression; none for an empty sample.
  public var choice: TileCompression {
    gzipBytes * 100 < plainBytes * Self.worthwhilePercent ? .gzip : .none
  }
}
