extension TileID {
  /// Creates the tile that contains the given coordinate at the given zoom level. The level must be in the range
  /// 0...31. The coordinate is rounded to the world grid.
  ///
  /// The longitude is wrapped, and the latitude is clamped, so every finite coordinate has a tile.
  ///
  /// - Precondition: The latitude and the longitude are finite.
  public init(containing coordinate: Coordinate, zoom: Int) {
    self.init(containing: WorldPoint(coordinate), zoom: zoom)
  }

  /// The square that the tile covers, in map points. The length of the square's side is exactly 2^28 / 2^`z`.
  public var mapRect: MapRect {
    let side = MapPoint.worldSide / Double(Int64(1) << Int64(z))
    return MapRect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
  }

  /// Creates a tile from a zoom level, a column, and a row that is counted from the south, as in TMS, MBTiles, and
  /// flipped MapKit overlays. Returns `nil` if the zoom level, column, or row is out of range.
  public init?(z: Int, x: Int, tmsRow: Int) {
    guard (0...31).contains(z), tmsRow >= 0, tmsRow < 1 << z else { return nil }
    self.init(z: z, x: x, y: (1 << z) - 1 - tmsRow)
  }
}
