/// A tile whose nodes one task clusters, on the world grid.
package struct ShardTile: Sendable, Hashable, Comparable {
  /// The zoom of the tile, 0...30.
  package let zoom: Int
  /// The column of the tile, 0..<2^zoom, eastward from longitude -180.
  package let column: UInt32
  /// The row of the tile, 0..<2^zoom, southward.
  package let row: UInt32

  /// The one tile of the whole world.
  package static let world = ShardTile(zoom: 0, column: 0, row: 0)

  /// A tile by its address.
  package init(zoom: Int, column: UInt32, row: UInt32) {
    (self.zoom, self.column, self.row) = (zoom, column, row)
  }

  /// The tile of a zoom that holds a position.
  @inline(__always)
  package init(zoom: Int, holdingX x: UInt32, y: UInt32) {
    let shift = UInt64(32 - zoom)
    self.init(
      zoom: zoom, column: UInt32(truncatingIfNeeded: UInt64(x) >> shift),
      row: UInt32(truncatingIfNeeded: UInt64(y) >> shift))
  }

  /// The length of a side in world units, at most 2^32.
  package var side: UInt64 { 1 << UInt64(32 - zoom) }

  /// Whether a position is in the tile; western and northern edges belong to it, the others do not.
  @inline(__always)
  package func holds(x: UInt32, y: UInt32) -> Bool { self == ShardTile(zoom: zoom, holdingX: x, y: y) }

  /// Whether a position is in the tile or within its halo: at most so many world units away in x, the shorter way
  /// around, and in y.
  package func reaches(x: UInt32, y: UInt32, halo: UInt64) -> Bool {
    if zoom == 0 { return true }
    let north = UInt64(row) * side
    guard UInt64(y) + halo >= north, UInt64(y) < north + side + halo else { return false }
    guard side + 2 * halo < 1 << 32 else { return true }
    let west = UInt64(column) * side
    let offset = UInt32(truncatingIfNeeded: UInt64(x) &+ halo &- west)
    return UInt64(offset) < side + 2 * halo
  }

  /// Calls a closure with every tile of a zoom that reaches a position with a halo, each once. O(tiles).
  ///
  /// - Parameter halo: world units, at most 2^32.
  package static func forEach(
    zoom: Int, reachingX x: UInt32, y: UInt32, halo: UInt64, _ body: (ShardTile) throws -> Void
  ) rethrows {
    let (side, tiles) = (UInt64(1) << UInt64(32 - zoom), Int64(1) << Int64(zoom))
    func tile(of position: Int64) -> Int64 { position >> Int64(32 - zoom) }
    let rows =
      max(0, tile(of: Int64(y) - Int64(halo)))...min(tiles - 1, tile(of: Int64(y) + Int64(halo)))
    var columns = tile(of: Int64(x) - Int64(halo))...tile(of: Int64(x) + Int64(halo))
    if Int64(columns.count) >= tiles || side + 2 * halo >= 1 << 32 { columns = 0...tiles - 1 }
    for row in rows {
      for column in columns {
        let wrapped = UInt32(truncatingIfNeeded: column & (tiles - 1))
        try body(ShardTile(zoom: zoom, column: wrapped, row: UInt32(row)))
      }
    }
  }

  package static func < (a: ShardTile, b: ShardTile) -> Bool {
    (a.zoom, a.row, a.column) < (b.zoom, b.row, b.column)
  }
}
