import OvertileCore
import OvertileTileArchive

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
