import MapMath

extension GeometryEngine {
  /// The tiles of points: the one that holds a point, and the neighbors whose buffer does. Tiles are in Hilbert order,
  /// the points of a tile in the order of the shape.
  func pointTiles(
    of shape: WorldGeometry, _ cut: TileCut, _ visit: (TileID, TileGeometry) throws -> Void
  ) throws {
    var markers: [(tile: TileID, x: Int32, y: Int32)] = []
    for (x, y) in zip(shape.x, shape.y) {
      let range = cut.tiles(meeting: WorldBounds(minX: x, minY: y, maxX: x, maxY: y))
      for row in range.rows {
        for column in range.columns {
          let grid = TileUnits(cut, west: Double(column) * cut.tileSide, north: Double(row) * cut.tileSide)
          let position = grid.position(x, y)
          markers.append((cut.tile(column: column, row: row), Int32(position.x), Int32(position.y)))
        }
      }
    }
    if markers.count > 1 {
      let order = markers.indices.sorted { (markers[$0].tile.hilbertID, $0) < (markers[$1].tile.hilbertID, $1) }
      markers = order.map { markers[$0] }
    }
    var index = 0
    while index < markers.count {
      let tile = markers[index].tile
      var geometry = TileGeometry(kind: .points)
      while index < markers.count, markers[index].tile == tile {
        geometry.append(x: markers[index].x, y: markers[index].y)
        index += 1
      }
      geometry.endPart()
      try visit(tile, geometry)
    }
  }
}
