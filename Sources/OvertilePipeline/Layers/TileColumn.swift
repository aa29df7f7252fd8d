import OvertileSearching

/// The tiles of the entries of a zoom, ascending, in memory or in a file.
struct TileColumn: Sendable {
  private enum Storage {
    case memory([UInt64])
    case file(SortedFragments)
  }

  private let storage: Storage

  /// A column in memory: Hilbert ids, ascending.
  init(_ tiles: [UInt64]) { storage = .memory(tiles) }

  /// The tiles of fragments in a file.
  init(_ fragments: SortedFragments) { storage = .file(fragments) }

  /// The number of entries.
  var count: Int {
    switch storage {
    case .memory(let tiles): tiles.count
    case .file(let fragments): fragments.count
    }
  }

  /// The tile of an entry.
  func tile(_ index: Int) throws -> UInt64 {
    switch storage {
    case .memory(let tiles): tiles[index]
    case .file(let fragments): try fragments.tile(index)
    }
  }

  /// The tiles of some entries, the first of them at 0.
  func tiles(_ range: Range<Int>) throws -> [UInt64] {
    switch storage {
    case .memory(let tiles): Array(tiles[range])
    case .file(let fragments): try fragments.records(range).map(\.tile)
    }
  }

  /// The first entry from a number on whose tile is not below another. O(log entries).
  func lowerBound(_ tile: UInt64, from start: Int) throws -> Int {
    try (start..<count).partitioningIndex { try self.tile($0) >= tile }
  }

  /// The number of different tiles. O(entries) in memory.
  var distinctCount: Int {
    switch storage {
    case .memory(let tiles): tiles.isEmpty ? 0 : 1 + zip(tiles, tiles.dropFirst()).count { $0 != $1 }
    case .file(let fragments): fragments.tileCount
    }
  }
}
