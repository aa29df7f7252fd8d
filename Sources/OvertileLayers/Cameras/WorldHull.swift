import MapMath

/// The convex hull of positions on the world grid, in exact integers: the same whatever the order of the positions.
///
/// A camera shows all positions when it shows the hull's corners, at any bearing and pitch. Positions are added by
/// thousands at a time, so memory stays bounded. Source: A. M. Andrew, "Another efficient algorithm for convex hulls in
/// two dimensions" (1979).
struct WorldHull {
  /// A position in world grid units: x east of longitude -180, not wrapped, within +-2^33, and y south of the northern edge,
  /// 0...2^32.
  typealias Position = SIMD2<Int64>

  private var corners: [Position] = []
  private var pending: [Position] = []
  /// Some of the corners: positions inside their polygon need not be examined again.
  private var shield: [Position] = []
  private static let capacity = 4096
  private static let shieldCorners = 12

  /// Adds a position. O(log) on average.
  mutating func add(x: Int64, y: Int64) {
    let position = Position(x: x, y: y)
    guard !isShielded(position) else { return }
    pending.append(position)
    if pending.count == Self.capacity { reduce() }
  }

  /// Whether a position lies within the positions added so far, as far as a quick look can tell.
  func isShielded(_ position: Position) -> Bool {
    guard shield.count > 2, var from = shield.last else { return false }
    for to in shield {
      guard Self.turn(from, to, position) > 0 else { return false }
      from = to
    }
    return true
  }

  /// The corners in map points, x ascending, then descending; none without positions.
  mutating func mapPoints() -> [MapPoint] {
    reduce()
    let scale = MapPoint.worldSide / WorldGrid.side
    return corners.map { MapPoint(x: Double($0.x) * scale, y: Double($0.y) * scale) }
  }

  /// Adds the pending positions to the hull.
  private mutating func reduce() {
    guard !pending.isEmpty else { return }
    let sorted = (corners + pending).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    pending.removeAll(keepingCapacity: true)
    let lower = Self.chain(sorted)
    let upper = Self.chain(sorted.reversed())
    // Each chain ends where the other begins; a single position is both.
    corners = lower.count == 1 ? lower : lower.dropLast() + upper.dropLast()
    let step = max(1, (corners.count + Self.shieldCorners - 1) / Self.shieldCorners)
    shield = stride(from: 0, to: corners.count, by: step).map { corners[$0] }
  }

  /// The part of the hull that turns one way only, from the first to the last of sorted positions.
  private static func chain(_ sorted: [Position]) -> [Position] {
    var chain: [Position] = []
    for position in sorted where position != chain.last {
      while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], position) <= 0 { chain.removeLast() }
      chain.append(position)
    }
    return chain
  }

  /// The sign of the turn from a to b to c: 1, -1, or 0 on a line. Exact: the products have up to 68 bits.
  private static func turn(_ a: Position, _ b: Position, _ c: Position) -> Int {
    let left = (b.x - a.x).multipliedFullWidth(by: c.y - a.y)
    let right = (b.y - a.y).multipliedFullWidth(by: c.x - a.x)
    if left.high != right.high { return left.high > right.high ? 1 : -1 }
    return left.low == right.low ? 0 : (left.low > right.low ? 1 : -1)
  }
}
