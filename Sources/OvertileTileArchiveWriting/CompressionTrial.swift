import OvertileTileArchive

/// Decides whether gzip pays for an archive, from all of its tiles or a sample of them.
///
/// The rule: gzip when the members take less than 90% of the plain bytes. A smaller saving is not worth the
/// fixed cost per tile of compressing it and, each time it is read, of inflating it. Small tiles often fail the rule,
/// because a member costs 18 bytes beside its data. Equal tiles count once, as an archive stores them. The decision depends
/// on the sample and the level alone, so a sample that is chosen by content keeps a bundle reproducible.
package struct CompressionTrial: ~Copyable {
  /// The share of the plain bytes, in percent, below which gzip is worth its cost to readers.
  package static let worthwhilePercent = 90
  /// How far from that share, in points, a small sample decides; nearer, a larger one is needed.
  package static let doubtfulPercent = 3

  private var compressor: GzipCompressor
  private var known: Set<UInt64> = []
  /// Bytes of the sample as it is.
  package private(set) var plainBytes = 0
  /// Bytes of the sample's gzip members.
  package private(set) var gzipBytes = 0

  /// Starts a trial at a level, as of `GzipCompressor`.
  package init(level: Int = 6) throws {
    compressor = try GzipCompressor(level: level)
  }

  /// How many different tiles the sample has.
  package var count: Int { known.count }

  /// Adds a tile to the sample, unless an equal one is in it.
  package mutating func add(_ tile: [UInt8]) throws {
    guard known.insert(tile.withUnsafeBytes { BlobIndex.checksum($0) }).inserted else { return }
    gzipBytes += try tile.withUnsafeBytes { try compressor.compress($0) { $0.count } }
    plainBytes += tile.count
  }

  /// The better compression; none for an empty sample.
  package var choice: TileCompression {
    gzipBytes * 100 < plainBytes * Self.worthwhilePercent ? .gzip : .none
  }

  /// Whether the share is so near to the border that a larger sample could choose otherwise.
  package var isDoubtful: Bool {
    abs(gzipBytes * 100 - plainBytes * Self.worthwhilePercent) < plainBytes * Self.doubtfulPercent
  }
}
