extension TileID {
  /// The tile of the zoom above that holds this one; nil at zoom 0.
  public var parent: TileID? { z == 0 ? nil : ancestor(zoom: Int(z) - 1) }

  /// The tile of a lower zoom, or of the same, that holds this one; nil for other zooms.
  public func ancestor(zoom: Int) -> TileID? {
    guard zoom >= 0, zoom <= Int(z) else { return nil }
    let steps = UInt32(Int(z) - zoom)
    return TileID(uncheckedZ: UInt8(zoom), x: x >> steps, y: y >> steps)
  }

  /// The four tiles of the next zoom inside this one: north-west, north-east, south-west, south-east. None at zoom 31.
  public var children: [TileID] {
    guard z < 31 else { return [] }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { dx, dy in
      TileID(uncheckedZ: z + 1, x: 2 * x + dx, y: 2 * y + dy)
    }
  }

  /// Whether a tile is this one or lies inside it.
  public func contains(_ tile: TileID) -> Bool { tile.ancestor(zoom: Int(z)) == self }

  /// The tile some columns to the east and some rows to the south. Columns wrap around the antimeridian; there is no
  /// tile beyond a pole.
  public func neighbor(east columns: Int, south rows: Int) -> TileID? {
    let across = 1 << Int(z)
    let (row, overflows) = Int(y).addingReportingOverflow(rows)
    guard !overflows, row >= 0, row < across else { return nil }
    let column = (Int(x) + columns % across + across) % across
    return TileID(uncheckedZ: z, x: UInt32(column), y: UInt32(row))
  }

  /// The tiles around this one, each once, ascending by row and then from the west. There are eight, or fewer at the
  /// poles and at zooms 0 and 1.
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
