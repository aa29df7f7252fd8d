extension TileID {
  /// The tile of the next lower zoom that contains this tile, or nil at zoom 0.
  public var parent: TileID? { z == 0 ? nil : ancestor(zoom: Int(z) - 1) }

  /// Returns the tile of a lower or the same zoom that contains this tile, or nil for other zooms.
  public func ancestor(zoom: Int) -> TileID? {
    guard zoom >= 0, zoom <= Int(z) else { return nil }
    let steps = UInt32(Int(z) - zoom)
    return TileID(uncheckedZ: UInt8(zoom), x: x >> steps, y: y >> steps)
  }

  /// The four tiles of the next higher zoom inside this tile: northwest, northeast, southwest, southeast. There are
  /// none at zoom 31.
  public var children: [TileID] {
    guard z < 31 else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { dx, dy in
      TileID(uncheckedZ: z + 1, x: 2 * x + dx, y: 2 * y + dy)
    }
  }

  /// Returns whether a tile is this tile or lies inside it.
  public func contains(_ tile: TileID) -> Bool { tile.ancestor(zoom: Int(z)) == self }

  /// Returns the tile at an offset of columns to the east and rows to the south. Columns wrap around the antimeridian;
  /// there is no tile beyond a pole.
  public func neighbor(east columns: Int, south rows: Int) -> TileID? {
    let across = 1 << Int(z)
    let (row, overflows) = Int(y).addingReportingOverflow(rows)
    guard !overflows, row >= 0, row < across else { return nil }
    let column = (Int(x) + columns % across + across) % across
    return TileID(uncheckedZ: z, x: UInt32(column), y: UInt32(row))
  }

  /// The tiles around this tile, in ascending order by row, then by column. There are eight, or fewer at the poles and
  /// at zooms 0 and 1. Each tile is listed once.
  public var neighbors: [TileID] {
    var around: [TileID] = []
    for rows in -1...1 {
      for columns in -1...1 {
        guard let tile = neighbor(east: columns, south: rows), tile != self, !around.contains(tile) else { continue }
        around.append(tile)
      }
    }
    return around
  }
}
