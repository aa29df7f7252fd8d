/// A border of two shapes that is the same at one zoom, and not at another.
struct BorderFault {
  /// The shape on the other side.
  let neighbor: UInt64
  /// Where the neighbor has a position, in units of the finer tile.
  let position: SIMD2<Double>
  /// Whether the border differs in the finer tile; if not, in the coarser one.
  let isFine: Bool

  /// The least width of a gap, in units of its tile.
  private static let leastGap = 0.6

  /// Looks for a fault at a position of a coarser outline that the finer one does not have; nil if there is none that
  /// could not be due to a repair.
  init?(_ index: Int, _ pair: ShapePair, _ pairs: ShapePairs, tolerance: Double, in window: TileFrame) {
    let vertex = pair.coarse[index]
    guard pair.fine.isPlain(vertex, radius: ShapePair.plainRadius), pair.isPlain(index) else { return nil }
    for other in pairs.all where other.id != pair.id && other.coarse.reaches(vertex, within: tolerance) {
      for index in other.coarse.indices {
        let there = other.coarse[index]
        guard there.isNear(vertex, within: tolerance), window.holds(there, inset: 4) else { continue }
        guard let found = other.fine.position(within: 1, of: there) else { continue }
        let (isHere, fine) = (there == vertex, other.fine[found])
        if !isHere {
          guard pair.coarse.position(within: 0, of: there) == nil, Self.shares(pair, other, near: there)
          else { continue }
        }
        guard Self.isPlain(other, there), Self.isPlain(pair, there) else { continue }
        let isClosed =
          isHere
          ? pair.fine.isNear(fine, within: Self.leastGap) : pair.coarse.isNear(there, within: 2 * Self.leastGap)
        if isClosed || isHere && !Self.hasMoved(near: fine, pair, pairs, tolerance) { continue }
        (neighbor, isFine) = (other.id, isHere)
        position = isHere ? fine : there
        return
      }
    }
    return nil
  }

  /// Whether both have the same position in the finer tile, at most one unit away.
  private static func shares(_ one: ShapePair, _ other: ShapePair, near vertex: SIMD2<Double>) -> Bool {
    other.fine.indices.contains { index in
      let fine = other.fine[index]
      return fine.isNear(vertex, within: 1) && one.fine.position(within: 0, of: fine) != nil
    }
  }

  /// Whether the finer shape has a position of its own near one of its neighbor's that it lacks. If not, rounding has
  /// closed a turn of the border on one side and not on the other.
  private static func hasMoved(
    near vertex: SIMD2<Double>, _ pair: ShapePair, _ pairs: ShapePairs, _ tolerance: Double
  ) -> Bool {
    pair.fine.indices.contains { index in
      let fine = pair.fine[index]
      guard fine.isNear(vertex, within: tolerance) else { return false }
      return !pairs.all.contains {
        $0.id != pair.id && $0.fine.reaches(fine, within: 0) && $0.fine.position(within: 0, of: fine) != nil
      }
    }
  }

  private static func isPlain(_ pair: ShapePair, _ vertex: SIMD2<Double>) -> Bool {
    pair.coarse.isPlain(vertex, radius: ShapePair.plainRadius)
      && pair.fine.isPlain(vertex, radius: ShapePair.plainRadius)
  }
}
