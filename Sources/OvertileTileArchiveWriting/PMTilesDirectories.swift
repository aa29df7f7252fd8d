import OvertileTileArchive

/// The root and the leaf directories of an archive, compressed.
struct PMTilesDirectories {
  /// The header and the root fit in the first 16,384 bytes (the specification, section 3.1).
  static let rootLimit = 16_384 - PMTilesHeader.size
  /// The most entries with which a root without leaves is tried.
  private static let rootEntryLimit = 1 << 16
  private static let smallestLeaf = 4096

  private(set) var root: [UInt8] = []
  private(set) var leaves: [UInt8] = []

  /// Puts all entries into the root if they fit. Otherwise, makes leaves: the first try has the smallest leaves, and
  /// each further try makes them 50% larger, until the root fits.
  ///
  /// - Parameters:
  ///   - count: the number of entries.
  ///   - threads: the most threads that compress leaves, the calling one among them.
  ///   - entries: gives some of them; called once for each directory, so that never all are in memory with leaves.
  init(
    count: Int, threads: Int = 1, _ entries: @escaping @Sendable (Range<Int>) -> [PMTilesEntry],
    _ compressor: inout GzipCompressor
  ) throws {
    if count <= Self.rootEntryLimit {
      root = try compressor.compress(PMTilesDirectory.encode(entries(0..<count)))
      if root.count <= Self.rootLimit { return }
    }
    var leafSize = Self.smallestLeaf
    repeat {
      let made = try LeafDirectories(count: count, leafSize: leafSize, threads: threads, entries)
      leaves = made.bytes
      root = try compressor.compress(PMTilesDirectory.encode(made.pointers))
      leafSize += leafSize / 2
    } while root.count > Self.rootLimit
  }
}
