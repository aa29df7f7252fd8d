/// A border of two shapes that is the same at one zoom, and not at another.
struct BorderFault {
  /// The shape on the other side.
  let neighbor: UInt64
  /// Where the neighbor has a position, in units of the finer tile.
  let x: Double
  let y: Double
  /// Whether the border differs in the finer tile; if not, in the coarser one.
  let isFine: Bool

  /// The least width of a gap, in units of its tile.
  private static let leastGap = 0.6

  /// Looks for a fault at a position of a coarser outline that the finer one does not have; nil if there is none that
  /// could not be due to a repair.
  init?(_ position: Int, _ pair: ShapePair, _ pairs: ShapePairs, tolerance: Double, in window: TileFrame) {
    let (x, y) = (pair.coarse.x[position], pair.coarse.y[position])
    guard pair.fine.isPlain(x, y, radius: ShapePair.plainRadius), pair.isPlain(position) else { return nil }
    for other in pairs.all where other.id != pair.id {
      for index in other.coarse.x.indices {
        let (ox, oy) = (other.coarse.x[index], other.coarse.y[index])
        guard abs(ox - x) <= tolerance, abs(oy - y) <= tolerance, window.holds(ox, oy, inset: 4) else { continue }
        let isHere = ox == x && oy == y
        guard let found = other.fine.position(within: 1, ofX: ox, y: oy) else { continue }
        let (fx, fy) = (other.fine.x[found], other.fine.y[found])
        if !isHere {
          guard pair.coarse.position(within: 0, ofX: ox, y: oy) == nil, Self.shares(pair, other, nearX: ox, y: oy)
          else {
            continue
          }
        }
        guard Self.isPlain(other, ox, oy), Self.isPlain(pair, ox, oy) else { continue }
        var last = 0
        let isClosed =
          isHere
          ? pair.fine.isNear(fx, fy, within: Self.leastGap, from: &last)
          : pair.coarse.isNear(ox, oy, within: 2 * Self.leastGap, from: &last)
        if isClosed || isHere && !Self.hasMoved(nearX: fx, y: fy, pair, pairs, tolerance) { continue }
        (neighbor, isFine) = (other.id, isHere)
        (self.x, self.y) = isHere ? (fx, fy) : (ox, oy)
        return
      }
    }
    return nil
  }

  /// Whether both have the same position in the finer tile, at most one unit away.
  private static func shares(_ one: ShapePair, _ other: ShapePair, nearX x: Double, y: Double) -> Bool {
    other.fine.x.indices.contains { index in
      let (fx, fy) = (other.fine.x[index], other.fine.y[index])
      return abs(fx - x) <= 1 && abs(fy - y) <= 1 && one.fine.position(within: 0, ofX: fx, y: fy) != nil
    }
  }

  /// Whether the finer shape has a position of its own near one of its neighbor's that it lacks. If not, rounding has
  /// closed a turn of the border on one side and not on the other.
  private static func hasMoved(
    nearX x: Double, y: Double, _ pair: ShapePair, _ pairs: ShapePairs, _ tolerance: Double
  ) -> Bool {
    pair.fine.x.indices.contains { index in
      let (px, py) = (pair.fine.x[index], pair.fine.y[index])
      guard abs(px - x) <= tolerance, abs(py - y) <= tolerance else { return false }
      return !pairs.all.contains { $0.id != pair.id && $0.fine.position(within: 0, ofX: px, y: py) != nil }
    }
  }

  private static func isPlain(_ pair: ShapePair, _ x: Double, _ y: Double) -> Bool {
    pair.coarse.isPlain(x, y, radius: ShapePair.plainRadius)
      && pair.fine.isPlain(x, y, radius: ShapePair.plainRadius)
  }
}
