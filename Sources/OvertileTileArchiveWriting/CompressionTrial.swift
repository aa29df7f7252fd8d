import OvertileTileArchive

/// Decides whether gzip is worthwhile for an archive, from all of its tiles or from a sample.
///
/// The rule: gzip is worthwhile if the members have less than 90% of the uncompressed bytes. A smaller saving is not
/// worth the fixed cost per tile: of compressing it once, and of inflating it at each read. Small tiles often fail the
/// rule, because a member costs 18 bytes beside its data. Equal tiles count once, as in an archive. The decision
/// depends only on the sample and the level. If the sample is chosen by content, a bundle is therefore reproducible.
package struct CompressionTrial: ~Copyable {
  /// The share of the uncompressed bytes, in percent, below which gzip is worth its cost to readers.
  package static let worthwhilePercent = 90
  /// The least distance from that share, in points, at which a small sample decides. If it is nearer, a larger one is
  /// needed.
  package static let doubtfulPercent = 3

  private var compressor: GzipCompressor
  private var known: Set<UInt64> = []
  /// The bytes of the sample without compression.
  package private(set) var plainBytes = 0
  /// The bytes of the sample's gzip members.
  package private(set) var gzipBytes = 0

  /// Starts a trial at a level of `GzipCompressor`.
  package init(level: Int = 6) throws {
    compressor = try GzipCompressor(level: level)
  }

  /// The number of distinct tiles in the sample.
  package var count: Int { known.count }

  /// Adds a tile to the sample, unless the sample contains an equal one.
  package mutating func add(_ tile: [UInt8]) throws {
    guard known.insert(tile.withUnsafeBytes { BlobIndex.longChecksum($0) }).inserted else { return }
    gzipBytes += try tile.withUnsafeBytes { try compressor.compress($0) { $0.count } }
    plainBytes += tile.count
  }

  /// The better compression; none if the sample is empty.
  package var choice: TileCompression {
    gzipBytes * 100 < plainBytes * Self.worthwhilePercent ? .gzip : .none
  }

  /// Whether the share is so near the limit that a larger sample could change the choice.
  package var isDoubtful: Bool {
    abs(gzipBytes * 100 - plainBytes * Self.worthwhilePercent) < plainBytes * Self.doubtfulPercent
  }
}
