/// A position on the world grid, packed for the inner loops.
struct GridPosition: BitwiseCopyable {
  var x: UInt32
  var y: UInt32

  /// The square of the distance in world units, x the shorter way around; nil if it does not fit 64 bits.
  @inline(__always)
  func squaredDistance(to other: GridPosition) -> UInt64? {
    let east = UInt64(Int32(bitPattern: x &- other.x).magnitude)
    let south = UInt64(y > other.y ? y &- other.y : other.y &- y)
    let (sum, overflow) = (east &* east).addingReportingOverflow(south &* south)
    return overflow ? nil : sum
  }

  /// The square of the distance if y differs by less than half the world; otherwise any number.
  @inline(__always)
  func nearSquaredDistance(to other: GridPosition) -> UInt64 {
    let east = Int64(Int32(bitPattern: x &- other.x))
    let south = Int64(y) &- Int64(other.y)
    return UInt64(bitPattern: east &* east &+ south &* south)
  }
}

/// The square cells of a level, at least as wide as a center reaches, numbered by rows from the north-west.
///
/// So all neighbors of a node lie in its own cell and the eight around it, x wrapping. Each cell has `parts` by
/// `parts` parts, so small that any two nodes of one part are neighbors.
struct CellScale {
  /// The greatest squared distance of neighbors.
  let reachSquared: UInt64
  /// Cells along one side of the world: 1, or from 4 to 2^31.
  let columns: UInt64
  /// Parts along one side of a cell: a power of two.
  let parts: UInt64

  /// The cells for a squared reach.
  ///
  /// With `columns` = floor(2^32 / reach) >= 4 a cell is at most 5/4 of the reach wide, so half of it has a diagonal below
  /// the reach. One cell for the whole world is used for a reach above a quarter of it: an eighth of the world has a
  /// diagonal of 0.18 worlds.
  init(reachSquared: UInt64) {
    self.reachSquared = reachSquared
    let columns = (1 << 32) / max(2, Self.squareRoot(reachSquared))
    self.columns = columns < 4 ? 1 : columns
    parts = columns < 4 ? 8 : 2
  }

  /// The number of a position's cell, below columns^2.
  @inline(__always)
  func cell(of position: GridPosition) -> UInt64 {
    ((UInt64(position.y) &* columns) >> 32) &* columns &+ column(of: position)
  }

  /// The row of a position's cell.
  @inline(__always)
  func row(of position: GridPosition) -> UInt64 {
    (UInt64(position.y) &* columns) >> 32
  }

  /// The column of a position's cell.
  @inline(__always)
  func column(of position: GridPosition) -> UInt64 {
    (UInt64(position.x) &* columns) >> 32
  }

  /// The number of a position's part within its cell, below parts^2.
  @inline(__always)
  func part(of position: GridPosition) -> Int {
    let scale = columns &* parts
    let column = ((UInt64(position.x) &* scale) >> 32) & (parts &- 1)
    let row = ((UInt64(position.y) &* scale) >> 32) & (parts &- 1)
    return Int(truncatingIfNeeded: row &* parts &+ column)
  }

  /// The greatest whole number whose square is at most `square`.
  private static func squareRoot(_ square: UInt64) -> UInt64 {
    var root = min(UInt64(Double(square).squareRoot()), 4_294_967_295)
    while root * root > square { root -= 1 }
    while root < 4_294_967_295, (root + 1) * (root + 1) <= square { root += 1 }
    return root
  }
}
