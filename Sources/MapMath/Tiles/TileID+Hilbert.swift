extension TileID {
  /// The number of tiles in all zooms below a zoom in 0...31: (4^z - 1) / 3.
  @inlinable
  public static func firstHilbertID(zoom: Int) -> UInt64 {
    ((1 << UInt64(2 * zoom)) - 1) / 3
  }

  /// The tile id of PMTiles 3: tiles of lower zooms, then the position on the Hilbert curve of this zoom.
  ///
  /// The curve starts at the north-western tile; at zoom 1 the order is (0,0), (0,1), (1,1), (1,0).
  /// O(zoom). Source: the PMTiles specification, version 3.
  @inlinable
  public var hilbertID: UInt64 {
    var x = UInt64(self.x)
    var y = UInt64(self.y)
    var distance: UInt64 = 0
    var bit = Int(z) - 1
    while bit >= 0 {
      let side: UInt64 = 1 << UInt64(bit)
      let right: UInt64 = x & side != 0 ? 1 : 0
      let lower: UInt64 = y & side != 0 ? 1 : 0
      distance += side * side * ((3 * right) ^ lower)
      x &= side - 1
      y &= side - 1
      if lower == 0 {
        if right == 1 {
          x = side - 1 - x
          y = side - 1 - y
        }
        (x, y) = (y, x)
      }
      bit -= 1
    }
    return TileID.firstHilbertID(zoom: Int(z)) + distance
  }

  /// The tile of a Hilbert id, or nil for an id beyond zoom 31. O(zoom).
  public init?(hilbertID: UInt64) {
    var zoom = 0
    while zoom < 31, hilbertID >= TileID.firstHilbertID(zoom: zoom + 1) { zoom += 1 }
    var distance = hilbertID - TileID.firstHilbertID(zoom: zoom)
    guard zoom == 0 ? distance == 0 : distance >> UInt64(2 * zoom) == 0 else { return nil }
    var x: UInt64 = 0
    var y: UInt64 = 0
    for bit in 0..<zoom {
      let side: UInt64 = 1 << UInt64(bit)
      let right = 1 & (distance / 2)
      let lower = 1 & (distance ^ right)
      if lower == 0 {
        if right == 1 {
          x = side - 1 - x
          y = side - 1 - y
        }
        (x, y) = (y, x)
      }
      x += side * right
      y += side * lower
      distance /= 4
    }
    self.init(uncheckedZ: UInt8(zoom), x: UInt32(x), y: UInt32(y))
  }
}
