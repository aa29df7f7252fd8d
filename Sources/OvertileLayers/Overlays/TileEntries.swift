import OvertileClustering
import OvertileCore

/// Pairs of tile and overlay of one zoom, ascending by tile, then in the order of adding: which overlay is in which tile.
struct TileEntries: Sendable {
  /// Per entry: the Hilbert id of the tile.
  private(set) var tiles: Column<UInt64> = []
  /// Per entry: the number of the overlay.
  private(set) var items: Column<UInt32> = []

  /// The number of entries.
  var count: Int { tiles.count }

  /// Reserves capacity.
  mutating func reserve(_ count: Int) {
    tiles.reserveCapacity(count)
    items.reserveCapacity(count)
  }

  /// Adds an entry. The entries of a tile keep the order in which they are added.
  @inline(__always)
  mutating func append(tile: UInt64, item: UInt32) {
    tiles.append(tile)
    items.append(item)
  }

  /// Sorts the entries, stably by tile. O(entries).
  mutating func sort() {
    guard let least = tiles.min(), let greatest = tiles.max(), least < greatest else { return }
    var sorted = RadixSort(capacity: count)
    for (index, tile) in tiles.enumerated() {
      (sorted.keys[index], sorted.payloads[index]) = (tile - least, items[index])
    }
    (tiles, items) = ([], [])
    sorted.sort(count: sorted.keys.count, greatest: greatest - least)
    withExtendedLifetime(sorted) {
      tiles = Column(count: sorted.keys.count) { sorted.keys[$0] + least }
      items = Column(sorted.payloads)
    }
  }

  /// Sorts the entries by tile, and those of a tile by the number of their item. O(entries).
  ///
  /// - Parameter numbers: per item: its number. The items were added in ascending order, each once.
  mutating func sort(thenBy numbers: Column<UInt32>) {
    if !zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 }) {
      let unsorted = tiles
      tiles = numbers.map { UInt64($0) }
      sort()
      tiles = items.map { unsorted[Int($0)] }
    }
    sort()
  }
}

extension Column<UInt64> {
  /// The first entry from a number on whose tile is not less than another. O(log entries).
  package func lowerBound(_ tile: UInt64, from start: Int) -> Int {
    (start..<count).partitioningIndex { self[$0] >= tile }
  }

  /// The number of different values in an ascending column. O(entries).
  package var distinctCount: Int { isEmpty ? 0 : 1 + zip(self, dropFirst()).count { $0 != $1 } }
}
