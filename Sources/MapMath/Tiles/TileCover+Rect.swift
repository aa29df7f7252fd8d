extension TileCover {
  /// Creates a cover of the tiles that overlap the given rectangle at the given zoom level.
  ///
  /// Like a tile, the rectangle includes the western and northern edges, but not the eastern and southern edges.
  /// Therefore, the rectangle of a tile covers only that tile. If the width is zero, the western edge is used, and if
  /// the height is zero, the northern edge is used, so a single point covers one tile. Columns wrap around the
  /// antimeridian. Rows outside the world and the null rectangle cover no tiles. The result is exact.
  ///
  /// - Parameters:
  ///   - rect: The rectangle. A rectangle with numbers that are not finite covers no tiles.
  ///   - zoom: The zoom level, in the range 0...31.
  /// - Complexity: O(n), where n is the number of rows of tiles that the rectangle overlaps.
  public init(of rect: MapRect, zoom: Int) {
    let side = MapPoint.worldSide / Double(Int64(1) << Int64(zoom))
    guard
      let columns = TileGrid.halfOpen(from: rect.minX / side, to: rect.maxX / side),
      let rows = TileGrid.halfOpen(from: rect.minY / side, to: rect.maxY / side)
    else {
      self.init(zoom: zoom, sortedRuns: [])
      return
    }
    let last = min(rows.upperBound, (1 << Int64(zoom)) - 1)
    var builder = TileRunBuilder(zoom: zoom)
    for row in stride(from: max(rows.lowerBound, 0), through: last, by: 1) {
      builder.add(row: row, first: columns.lowerBound, last: columns.upperBound)
    }
    self = builder.cover()
  }
}

/// Columns and rows of tiles as unwrapped whole numbers.
enum TileGrid {
  /// The greatest magnitude, in grid units, that covers accept: beyond it whole doubles run out.
  static let limit = 0x1p50

  /// The tiles that a half open interval meets, in units of tiles; nil for numbers that are not finite or beyond reason.
  static func halfOpen(from start: Double, to end: Double) -> ClosedRange<Int64>? {
    guard abs(start) <= limit, abs(end) <= limit else { return nil }
    let first = Int64(start.rounded(.down))
    return first...max(first, Int64(end.rounded(.up)) - 1)
  }
}
