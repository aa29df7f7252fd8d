/// A set of tiles at one zoom level, stored as runs of neighboring tiles.
///
/// Runs are in ascending order by row, then by column. Runs in a row neither touch nor overlap, so two covers with the
/// same tiles are equal.
public struct TileCover: Sendable, Hashable {
  /// A run of neighboring tiles in one row.
  public struct Run: Sendable, Hashable {
    /// The row of the run, counted from the north.
    public var row: UInt32
    /// The columns of the run, counted from the west.
    public var columns: ClosedRange<UInt32>

    /// Creates a run from a row and a range of columns.
    public init(row: UInt32, columns: ClosedRange<UInt32>) {
      self.row = row
      self.columns = columns
    }
  }

  /// The zoom level of the tiles, in the range 0...31.
  public let zoom: Int
  /// The runs of the cover, in ascending order by row, then by column.
  public let runs: [Run]

  /// Wraps runs that already are in order and apart.
  package init(zoom: Int, sortedRuns runs: [Run]) {
    self.zoom = zoom
    self.runs = runs
  }

  /// Whether the cover has no tiles.
  public var isEmpty: Bool { runs.isEmpty }

  /// The number of tiles in the cover.
  ///
  /// - Complexity: O(n), where n is the number of runs.
  public var count: UInt64 {
    runs.reduce(0) { $0 + UInt64($1.columns.upperBound - $1.columns.lowerBound) + 1 }
  }

  /// Returns whether the cover contains the given tile.
  ///
  /// - Complexity: O(log n), where n is the number of runs.
  public func contains(_ tile: TileID) -> Bool {
    guard Int(tile.z) == zoom else { return false }
    var (low, high) = (0, runs.count)
    while low < high {
      let run = runs[(low + high) / 2]
      if run.row == tile.y, run.columns.contains(tile.x) { return true }
      if (run.row, run.columns.upperBound) < (tile.y, tile.x) {
        low = (low + high) / 2 + 1
      } else {
        high = (low + high) / 2
      }
    }
    return false
  }

  /// The tiles in the cover, row by row from north to south, and from west to east in each row. Iterating over them uses a
  /// constant amount of memory.
  public var tiles: some Sequence<TileID> {
    let z = UInt8(zoom)
    return runs.lazy.flatMap { run in run.columns.lazy.map { TileID(uncheckedZ: z, x: $0, y: run.row) } }
  }
}
