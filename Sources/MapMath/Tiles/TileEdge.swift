/// An edge of a polygon on the world grid, from its northern to its southern end, and the columns of tiles it crosses.
///
/// Ends are whole grid units held as doubles; every comparison is exact.
struct TileEdge {
  private let north: (x: Double, y: Double)
  private let south: (x: Double, y: Double)
  /// Grid units along one side of a tile: a power of two.
  private let side: Double

  init(from a: (x: Double, y: Double), to b: (x: Double, y: Double), side: Double) {
    (north, south) = a.y <= b.y ? (a, b) : (b, a)
    self.side = side
  }

  /// The rows whose inside it reaches, not clipped to the world; empty when it runs along an edge between two rows.
  var rows: (first: Int64, last: Int64) {
    (Int64((north.y / side).rounded(.down)), Int64((south.y / side).rounded(.up)) - 1)
  }

  /// The columns whose inside the edge reaches within the closed band of a row of `rows`.
  func columns(inRow row: Int64) -> (first: Int64, last: Int64) {
    let top = column(atY: max(Double(row) * side, north.y))
    let bottom = north.y == south.y ? column(x: south.x) : column(atY: min(Double(row + 1) * side, south.y))
    return (min(top.floor, bottom.floor), max(top.ceiling, bottom.ceiling) - 1)
  }

  /// The first column whole to the east of where the edge crosses the middle of a row; nil if it does not cross.
  ///
  /// The northern end belongs to the edge, the southern one does not, so rings cross an even number of times.
  func crossing(inRow row: Int64) -> Int64? {
    let middle = Double(row) * side + side / 2
    guard north.y <= middle, middle < south.y else { return nil }
    return column(atY: middle).ceiling
  }

  private func column(x: Double) -> (floor: Int64, ceiling: Int64) {
    (Int64((x / side).rounded(.down)), Int64((x / side).rounded(.up)))
  }

  /// Floor and ceiling, in tiles, of the edge's x at a y within its reach.
  private func column(atY y: Double) -> (floor: Int64, ceiling: Int64) {
    if y == north.y { return column(x: north.x) }
    if y == south.y { return column(x: south.x) }
    let share = (y - north.y) / (south.y - north.y)
    var guess = ((north.x + (south.x - north.x) * share) / side).rounded(.down)
    // The guess is off by rounding alone: at most a step or two.
    let run = ExactProduct(south.x - north.x, y - north.y)
    let gap = { (column: Double) in ExactProduct(column * side - north.x, south.y - north.y) }
    while run < gap(guess) { guess -= 1 }
    while !(run < gap(guess + 1)) { guess += 1 }
    let floor = Int64(guess)
    return (floor, run == gap(guess) ? floor : floor + 1)
  }
}

/// The product of two whole doubles, exact as a rounded part and a rest.
///
/// Rounding keeps order, so comparing the rounded parts and then the rests compares the products.
struct ExactProduct: Comparable {
  private let rounded: Double
  private let rest: Double

  init(_ a: Double, _ b: Double) {
    rounded = a * b
    rest = (-rounded).addingProduct(a, b)
  }

  static func < (a: ExactProduct, b: ExactProduct) -> Bool {
    (a.rounded, a.rest) < (b.rounded, b.rest)
  }
}
