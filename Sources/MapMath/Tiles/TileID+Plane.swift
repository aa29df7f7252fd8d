extension TileID {
  /// The tile of a zoom in 0...31 that holds a coordinate, rounded to the world grid.
  ///
  /// Longitude wraps; latitude is clamped, so that every finite coordinate has a tile.
  ///
  /// - Precondition: both numbers are finite.
  public init(containing coordinate: Coordinate, zoom: Int) {
    self.init(containing: WorldPoint(coordinate), zoom: zoom)
  }

  /// The tile's square in map points: its side is 2^28 / 2^z, exact.
  public var mapRect: MapRect {
    let side = MapPoint.worldSide / Double(Int64(1) << Int64(z))
    return MapRect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
  }

  /// Makes an address whose row counts from the south, as in TMS, MBTiles and flipped overlays; nil outside the grid.
  public init?(z: Int, x: Int, tmsRow: Int) {
    guard (0...31).contains(z), tmsRow >= 0, tmsRow < 1 << z else { return nil }
    self.init(z: z, x: x, y: (1 << z) - 1 - tmsRow)
  }
}
