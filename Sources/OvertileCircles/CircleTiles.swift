import MapMath

/// Neighbouring tiles of one row.
public struct TileRun: Sendable, Hashable {
  /// The row, from the north.
  public var y: UInt32
  /// The columns.
  public var x: ClosedRange<UInt32>

  /// Makes a run from a row and its columns.
  public init(y: UInt32, x: ClosedRange<UInt32>) {
    self.y = y
    self.x = x
  }
}

/// The tiles of one zoom that a circle touches, as runs: ascending by row, then by column, no tile twice.
public struct CircleTiles: Sendable, Hashable {
  /// The zoom of the tiles.
  public let zoom: Int
  /// One run a row, or two where the row crosses the 180th meridian.
  public let runs: [TileRun]

  /// How many tiles there are.
  public var count: UInt64 {
    runs.reduce(0) { $0 + UInt64($1.x.upperBound - $1.x.lowerBound) + 1 }
  }

  /// Calls `body` for every tile, in the order of the runs. O(tiles).
  public func forEachTile(_ body: (TileID) throws -> Void) rethrows {
    for run in runs {
      for x in run.x { try body(TileID(uncheckedZ: UInt8(zoom), x: x, y: run.y)) }
    }
  }

  /// Whether a tile is one of them. O(log runs).
  public func contains(_ tile: TileID) -> Bool {
    guard Int(tile.z) == zoom else { return false }
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if (runs[middle].y, runs[middle].x.upperBound) < (tile.y, tile.x) { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].y == tile.y && runs[low].x.contains(tile.x)
  }
}
