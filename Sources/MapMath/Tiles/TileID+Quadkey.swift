extension TileID {
  /// The quadkey of the tile, which is empty at zoom level 0.
  ///
  /// The quadkey has one digit for each zoom level from 1 to the level of the tile: 0 for northwest, 1 for northeast, 2
  /// for southwest, and 3 for southeast. The quadkey of a tile starts with the quadkey of the parent. The Bing Maps
  /// tile system defines this format.
  public var quadkey: String {
    (0..<UInt32(z)).reversed().map { bit in
      let east = x >> bit & 1
      let south = y >> bit & 1
      return String(east | south << 1)
    }.joined()
  }

  /// Creates the tile with the given quadkey, or returns `nil` if the quadkey contains characters other than the digits
  /// 0 to 3 or has more than 31 digits.
  public init?(quadkey: String) {
    let digits = quadkey.utf8.map { UInt32($0) &- UInt32(UInt8(ascii: "0")) }
    guard digits.count <= 31, digits.allSatisfy({ $0 < 4 }) else { return nil }
    var (x, y): (UInt32, UInt32) = (0, 0)
    for digit in digits {
      x = x << 1 | digit & 1
      y = y << 1 | digit >> 1
    }
    self.init(uncheckedZ: UInt8(digits.count), x: x, y: y)
  }
}
