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
  ///   - entries: gives some of them; called once for each directory, so that never all are in memory with leaves.
  init(
    count: Int, _ entries: (Range<Int>) -> [PMTilesEntry], _ compressor: inout GzipCompressor
  ) throws {
    if count <= Self.rootEntryLimit {
      root = try compressor.compress(PMTilesDirectory.encode(entries(0..<count)))
      if root.count <= Self.rootLimit { return }
    }
    var leafSize = Self.smallestLeaf
    repeat {
      try split(count, entries, leafSize: leafSize, &compressor)
      leafSize += leafSize / 2
    } while root.count > Self.rootLimit
  }

  private mutating func split(
    _ count: Int, _ entries: (Range<Int>) -> [PMTilesEntry], leafSize: Int, _ compressor: inout GzipCompressor
  ) throws {
    leaves.removeAll(keepingCapacity: true)
    var pointers: [PMTilesEntry] = []
    for start in stride(from: 0, to: count, by: leafSize) {
      let run = entries(start..<min(start + leafSize, count))
      let leaf = try compressor.compress(PMTilesDirectory.encode(run))
      pointers.append(
        PMTilesEntry(
          tileID: run[0].tileID, offset: UInt64(leaves.count), length: UInt32(leaf.count), runLength: 0))
      leaves += leaf
    }
    root = try compressor.compress(PMTilesDirectory.encode(pointers))
  }
}
