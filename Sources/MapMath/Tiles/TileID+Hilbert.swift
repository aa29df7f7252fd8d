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
  public var hilbertID: UInt64 {
    var distance: UInt64 = 0
    var turn: UInt64 = 0
    var bit = UInt64(z)
    while bit > 0 {
      bit &-= 1
      let column = UInt64(x) &>> bit & 1
      let row = UInt64(y) &>> bit & 1
      let step = HilbertTurns.fromQuadrants &>> ((turn | column &<< 1 | row) &* 4)
      distance = distance &<< 2 | step & 0b11
      turn = step & 0b1100
    }
    return TileID.firstHilbertID(zoom: Int(z)) + distance
  }

  /// The tile of a Hilbert id, or nil for an id beyond zoom 31. O(zoom).
  public init?(hilbertID: UInt64) {
    // Three times the first id of a zoom, and one: a power of four.
    let (triple, overflow) = hilbertID.multipliedReportingOverflow(by: 3)
    guard !overflow, triple < UInt64.max - 1 else { return nil }
    let zoom = (63 - (triple + 1).leadingZeroBitCount) / 2
    let distance = hilbertID - TileID.firstHilbertID(zoom: zoom)
    var (x, y, turn): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var shift = UInt64(2 * zoom)
    while shift > 0 {
      shift &-= 2
      let step = HilbertTurns.toQuadrants &>> ((turn | distance &>> shift & 0b11) &* 4)
      x = x &<< 1 | step &>> 1 & 1
      y = y &<< 1 | step & 1
      turn = step & 0b1100
    }
    self.init(uncheckedZ: UInt8(zoom), x: UInt32(truncatingIfNeeded: x), y: UInt32(truncatingIfNeeded: y))
  }
}

/// The Hilbert curve as a machine that reads one bit of the column and of the row at a time, the highest first.
///
/// Inside a quadrant the curve is the whole curve turned: by exchanging column and row (8), by counting both from the other
/// side (4), or by both. The turn and two bits select four bits of a table: the next turn, and two bits of the result. A
/// table is 16 such entries, the lowest first. `TileIDTests` derives both from the definition of the curve.
enum HilbertTurns {
  /// From a bit of the column (2) and of the row (1) to the number of the quadrant on the curve.
  static let fromQuadrants: UInt64 = 0x43DE_A970_C5B6_2F18
  /// From the number of the quadrant to a bit of the column (2) and of the row (1).
  static let toQuadrants: UInt64 = 0x2CD7_5BA0_946F_E318
}
