extension TileID {
  /// Returns the Hilbert ID of the first tile at the given zoom level. The ID equals the number of tiles at all lower
  /// levels, which is (4^`zoom` - 1) / 3. The zoom level must be in the range 0...31.
  @inlinable
  public static func firstHilbertID(zoom: Int) -> UInt64 {
    ((1 << UInt64(2 * zoom)) - 1) / 3
  }

  /// The ID of the tile, as defined in version 3 of the PMTiles specification.
  ///
  /// The ID is the number of tiles at all lower zoom levels plus the position of the tile on the Hilbert curve at the
  /// tile's own zoom level. The curve starts at the northwestern tile. At zoom level 1, the order of the tiles is
  /// (0,0), (0,1), (1,1), (1,0).
  ///
  /// - Complexity: O(n), where n is the zoom level.
  public var hilbertID: UInt64 {
    var distance: UInt64 = 0
    var turn: UInt64 = 0
    var bit = UInt64(z)
    while bit >= 3 {
      bit &-= 3
      let bits = (UInt64(x) &>> bit & 0b111) &<< 3 | UInt64(y) &>> bit & 0b111
      let step = UInt64(HilbertTurns.threesFromQuadrants[Int(turn &<< 6 | bits)])
      distance = distance &<< 6 | step & 0b111111
      turn = step &>> 6
    }
    while bit > 0 {
      bit &-= 1
      let bits = (UInt64(x) &>> bit & 1) &<< 1 | UInt64(y) &>> bit & 1
      let step = HilbertTurns.fromQuadrants &>> ((turn &<< 2 | bits) &* 4)
      distance = distance &<< 2 | step & 0b11
      turn = step &>> 2 & 0b11
    }
    return TileID.firstHilbertID(zoom: Int(z)) + distance
  }

  /// Creates the tile with the given Hilbert ID, or returns `nil` if the zoom level of the tile would be higher than
  /// 31.
  ///
  /// - Complexity: O(n), where n is the zoom level.
  public init?(hilbertID: UInt64) {
    // Three times the first id of a zoom, and one: a power of four.
    let (triple, overflow) = hilbertID.multipliedReportingOverflow(by: 3)
    guard !overflow, triple < UInt64.max - 1 else { return nil }
    let zoom = (63 - (triple + 1).leadingZeroBitCount) / 2
    let distance = hilbertID - TileID.firstHilbertID(zoom: zoom)
    var (x, y, turn): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var shift = UInt64(2 * zoom)
    while shift >= 6 {
      shift &-= 6
      let step = UInt64(HilbertTurns.threesToQuadrants[Int(turn &<< 6 | distance &>> shift & 0b111111)])
      x = x &<< 3 | step &>> 3 & 0b111
      y = y &<< 3 | step & 0b111
      turn = step &>> 6
    }
    while shift > 0 {
      shift &-= 2
      let step = HilbertTurns.toQuadrants &>> ((turn &<< 2 | distance &>> shift & 0b11) &* 4)
      x = x &<< 1 | step &>> 1 & 1
      y = y &<< 1 | step & 1
      turn = step &>> 2 & 0b11
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

  /// `fromQuadrants` for three bits of the column (8 and above) and of the row at once, after a turn (64 and above): the next
  /// turn, and six bits of the position on the curve.
  nonisolated(unsafe) static let threesFromQuadrants = threes { turn, bits in
    var (turn, distance) = (turn, UInt64(0))
    for bit in [UInt64(2), 1, 0] {
      let column: UInt64 = bits >> (bit + 3) & 1
      let row: UInt64 = bits >> bit & 1
      let entry: UInt64 = turn << 2 | column << 1 | row
      let step = fromQuadrants >> (entry * 4)
      (distance, turn) = (distance << 2 | step & 0b11, step >> 2 & 0b11)
    }
    return turn << 6 | distance
  }

  /// `toQuadrants` for six bits of the position on the curve at once, after a turn (64 and above): the next turn, and three
  /// bits of the column and of the row.
  nonisolated(unsafe) static let threesToQuadrants = threes { turn, bits in
    var (turn, x, y) = (turn, UInt64(0), UInt64(0))
    for bit in [UInt64(4), 2, 0] {
      let entry: UInt64 = turn << 2 | bits >> bit & 0b11
      let step = toQuadrants >> (entry * 4)
      (x, y, turn) = (x << 1 | step >> 1 & 1, y << 1 | step & 1, step >> 2 & 0b11)
    }
    return turn << 6 | x << 3 | y
  }

  /// A table of 256 bytes, by a turn and six bits. It is never changed nor freed; a pointer, since the array of a global
  /// variable would be retained at each use.
  private static func threes(_ entry: (_ turn: UInt64, _ bits: UInt64) -> UInt64) -> UnsafePointer<UInt8> {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for index in 0..<256 {
      let step = entry(UInt64(index) >> 6, UInt64(index) & 0b111111)
      (table + index).initialize(to: UInt8(truncatingIfNeeded: step))
    }
    return UnsafePointer(table)
  }
}
