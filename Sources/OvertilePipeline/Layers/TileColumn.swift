import OvertileSearching

/// The tiles of the entries of a zoom, ascending, in memory or in a file.
struct TileColumn: Sendable {
  private enum Storage {
    case memory([UInt64])
    case file(SortedClippedFeatures)
  }

  private let storage: Storage

  /// A column in memory: Hilbert ids, ascending.
  init(_ tiles: [UInt64]) { storage = .memory(tiles) }

  /// The tiles of clipped features in a file.
  init(_ clippedFeatures: SortedClippedFeatures) { storage = .file(clippedFeatures) }

  /// The number of entries.
  var count: Int {
    switch storage {
    case .memory(let tiles): tiles.count
    case .file(let clippedFeatures): clippedFeatures.count
    }
  }

  /// The tile of an entry.
  func tile(_ index: Int) throws -> UInt64 {
    switch storage {
    case .memory(let tiles): tiles[index]
    case .file(let clippedFeatures): try clippedFeatures.tile(index)
    }
  }

  /// The tiles of some entries, the first of them at 0.
  func tiles(_ range: Range<Int>) throws -> [UInt64] {
    switch storage {
    case .memory(let tiles): Array(tiles[range])
    case .file(let clippedFeatures): try clippedFeatures.records(range).map(\.tile)
    }
  }

  /// The first entry from a number on whose tile is not less than another. O(log entries).
  func lowerBound(_ tile: UInt64, from start: Int) throws -> Int {
    try (start..<count).partitioningIndex { try self.tile($0) >= tile }
  }

  /// The number of different tiles. O(entries) in memory.
  var distinctCount: Int {
    switch storage {
    case .memory(let tiles): tiles.isEmpty ? 0 : 1 + zip(tiles, tiles.dropFirst()).count { $0 != $1 }
    case .file(let clippedFeatures): clippedFeatures.tileCount
    }
  }
}
