import OvertileCore
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

/// The leaf directories of an archive, compressed by some threads at the same time. Their bytes do not depend on the threads.
struct LeafDirectories {
  /// The fewest leaves for which a thread is worth its start.
  private static let leavesPerThread = 4

  /// The leaves, one after the other.
  private(set) var bytes: [UInt8] = []
  /// The entries of the root: per leaf, its first tile and its location.
  private(set) var pointers: [PMTilesEntry] = []

  /// Creates leaves of `leafSize` entries each, the last one of what is left. O(entries).
  ///
  /// - Parameters:
  ///   - count: the number of entries.
  ///   - threads: the most threads, the calling one among them.
  ///   - entries: gives some of the entries; called on any of the threads.
  init(
    count: Int, leafSize: Int, threads: Int, _ entries: @escaping @Sendable (Range<Int>) -> [PMTilesEntry]
  ) throws {
    let leafCount = (count + leafSize - 1) / leafSize
    let parts = max(1, min(threads, leafCount / Self.leavesPerThread))
    let made = ConcurrentParts.map(parts, threads: parts) { part in
      Result {
        var compressor = try GzipCompressor(level: 9)
        return try (part * leafCount / parts..<(part + 1) * leafCount / parts).map { leaf in
          let run = entries(leaf * leafSize..<min((leaf + 1) * leafSize, count))
          return Leaf(first: run[0].tileID, bytes: try compressor.compress(PMTilesDirectory.encode(run)))
        }
      }
    }
    pointers.reserveCapacity(leafCount)
    for part in made {
      for leaf in try part.get() {
        pointers.append(
          PMTilesEntry(
            tileID: leaf.first, offset: UInt64(bytes.count), length: UInt32(leaf.bytes.count), runLength: 0))
        bytes += leaf.bytes
      }
    }
  }

  private struct Leaf {
    /// The Hilbert id of the first tile.
    let first: UInt64
    /// The directory, compressed.
    let bytes: [UInt8]
  }
}
