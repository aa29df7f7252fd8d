extension TileID {
  /// The tile at the next lower zoom level that contains this tile, or `nil` at zoom level 0.
  public var parent: TileID? { z == 0 ? nil : ancestor(zoom: Int(z) - 1) }

  /// Returns the tile at the given zoom level that contains this tile, or `nil` if the zoom level is negative or higher
  /// than the zoom level of this tile.
  public func ancestor(zoom: Int) -> TileID? {
    guard zoom >= 0, zoom <= Int(z) else { return nil }
    let steps = UInt32(Int(z) - zoom)
    return TileID(uncheckedZ: UInt8(zoom), x: x >> steps, y: y >> steps)
  }

  /// The four tiles at the next higher zoom level inside this tile, in the order northwest, northeast, southwest, and
  /// southeast. At zoom level 31, the array is empty.
  public var children: [TileID] {
    guard z < 31 else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { dx, dy in
      TileID(uncheckedZ: z + 1, x: 2 * x + dx, y: 2 * y + dy)
    }
  }

  /// Returns whether the given tile is this tile or lies inside this tile.
  public func contains(_ tile: TileID) -> Bool { tile.ancestor(zoom: Int(z)) == self }

  /// Returns the tile at the given offset, in columns to the east and rows to the south, or `nil` if the tile would be
  /// beyond the northern or southern edge of the world. Columns wrap around the antimeridian.
  public func neighbor(east columns: Int, south rows: Int) -> TileID? {
    let across = 1 << Int(z)
    let (row, overflows) = Int(y).addingReportingOverflow(rows)
    guard !overflows, row >= 0, row < across else { return nil }
    let column = (Int(x) + columns % across + across) % across
    return TileID(uncheckedZ: z, x: UInt32(column), y: UInt32(row))
  }

  /// The tiles around this tile, in ascending order by row, then by column. There are eight tiles, or fewer at the
  /// northern and southern edges of the world and at zoom levels 0 and 1. Each tile is listed once.
  public var neighbors: [TileID] {
    (-1...1).flatMap { rows in (-1...1).compactMap { neighbor(east: $0, south: rows) } }
      .reduce(into: []) { around, tile in if tile != self, !around.contains(tile) { around.append(tile) } }
  }
}
