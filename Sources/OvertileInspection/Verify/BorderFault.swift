/// A border of two shapes that is the same at one zoom, and not at another.
///
/// Shapes that overlap, or only touch, can have a position in common by chance once it is rounded to a tile's grid. So a
/// border is one that both pass at three successive positions, and that is there at both zooms.
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
  ///
  /// - Parameter steps: the positions that may be looked at; those that were are subtracted.
  init?(
    _ index: Int, _ pair: ShapePair, _ pairs: ShapePairs, tolerance: Double, in window: TileFrame, steps: inout Int
  ) {
    let vertex = pair.coarse[index]
    steps -= pair.positionCount
    guard pair.fine.isPlain(vertex, radius: ShapePair.plainRadius), pair.isPlain(index) else { return nil }
    for other in pairs.all where other.id != pair.id && other.coarse.reaches(vertex, within: tolerance) {
      steps -= other.coarse.indices.count
      guard steps > 0 else { return nil }
      for index in other.coarse.indices {
        let there = other.coarse[index]
        guard there.isNear(vertex, within: tolerance), window.holds(there, inset: 4) else { continue }
        steps -= pair.positionCount + other.positionCount
        guard let found = other.fine.position(within: 1, of: there) else { continue }
        let (isHere, fine) = (there == vertex, other.fine[found])
        if !isHere {
          guard pair.coarse.position(within: 0, of: there) == nil, Self.shares(pair, other, near: there)
          else { continue }
        }
        guard isHere ? Self.isBorder(other, index, pair) : Self.isBorderAround(other, index, pair) else { continue }
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

  /// Whether both pass the same position in the finer tile, at most one unit away, and those before and after it.
  private static func shares(_ one: ShapePair, _ other: ShapePair, near vertex: SIMD2<Double>) -> Bool {
    other.fine.indices.contains { index in
      other.fine[index].isNear(vertex, within: 1) && one.fine.passes(index, of: other.fine)
    }
  }

  /// Whether both coarser shapes pass a position, and those before and after it, and the finer ones have the latter two.
  private static func isBorder(_ other: ShapePair, _ index: Int, _ pair: ShapePair) -> Bool {
    pair.coarse.passes(index, of: other.coarse)
      && [other.coarse.previous(index), other.coarse.next(index)].allSatisfy { next in
        other.fine.position(within: 1, of: other.coarse[next])
          .map { pair.fine.position(within: 0, of: other.fine[$0]) != nil } ?? false
      }
  }

  /// Whether both coarser shapes have the positions before and after one.
  private static func isBorderAround(_ other: ShapePair, _ index: Int, _ pair: ShapePair) -> Bool {
    [other.coarse.previous(index), other.coarse.next(index)].allSatisfy { next in
      next != index && pair.coarse.position(within: 0, of: other.coarse[next]) != nil
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

extension Outline {
  /// Whether it passes a position of another outline, that before it, and that after it, one after the other: two
  /// polygons in opposite directions, so that they lie on both sides; lines in either.
  fileprivate func passes(_ index: Int, of other: Outline) -> Bool {
    let (before, after) = (other[other.previous(index)], other[other.next(index)])
    guard before != other[index], after != other[index] else { return false }
    return indices.contains { here in
      guard self[here] == other[index] else { return false }
      let (back, on) = (self[previous(here)], self[next(here)])
      return back == after && on == before || !(isClosed && other.isClosed) && back == before && on == after
    }
  }
}
