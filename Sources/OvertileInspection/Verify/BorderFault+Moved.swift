extension BorderFault {
  /// Looks for a fault at a position of a coarser polygon that the finer one does not have: it is moved here or there,
  /// while a neighbor has it at both zooms, and both polygons have the positions before and after it.
  ///
  /// Rounding does not do that, even where shapes are thin, but at spikes and where a ring meets itself: there a repair
  /// cuts positions off and puts new ones. O(positions of the shape and its neighbors).
  ///
  /// - Parameter steps: the positions that may be looked at; those that were are subtracted.
  init?(movedAt index: Int, _ pair: ShapePair, _ pairs: ShapePairs, steps: inout Int) {
    guard pair.coarse.isClosed else { return nil }
    let (vertex, after) = (pair.coarse[index], pair.coarse[pair.coarse.next(index)])
    steps -= pairs.all.count
    for other in pairs.all where other.id != pair.id && other.coarse.isClosed {
      guard other.coarse.reaches(after, within: 0) || other.coarse.reaches(vertex, within: 0) else { continue }
      steps -= pair.positionCount + other.positionCount
      guard steps > 0 else { return nil }
      if other.coarse.reaches(after, within: 0), let fault = Self(coarseAt: index, pair, other) {
        self = fault
        return
      }
      if other.coarse.reaches(vertex, within: 0), let fault = Self(fineAt: index, pair, other) {
        self = fault
        return
      }
    }
    return nil
  }

  /// Both finer shapes have a position that of the coarser ones only the neighbor's has; `index` is instead of it.
  private init?(coarseAt index: Int, _ pair: ShapePair, _ other: ShapePair) {
    let after = pair.coarse[pair.coarse.next(index)]
    for start in other.coarse.indices where other.coarse[start] == after {
      let there = other.coarse.next(start)
      guard pair.coarse.index(insteadOf: there, of: other.coarse) == index,
        let fine = other.fine.position(within: 1, of: other.coarse[there]),
        let own = pair.fine.position(within: 0, of: other.fine[fine]), pair.fine.isFirm(own), other.fine.isFirm(fine)
      else { continue }
      (neighbor, position, isFine) = (other.id, other.coarse[there], false)
      return
    }
    return nil
  }

  /// Both coarser shapes have a position that of the finer ones only the neighbor's has.
  private init?(fineAt index: Int, _ pair: ShapePair, _ other: ShapePair) {
    let vertex = pair.coarse[index]
    guard let coarse = other.coarse.position(within: 0, of: vertex), pair.coarse.isFirm(index),
      other.coarse.isFirm(coarse), let there = other.fine.position(within: 1, of: vertex),
      pair.fine.index(insteadOf: there, of: other.fine) != nil
    else { return nil }
    (neighbor, position, isFine) = (other.id, other.fine[there], true)
  }
}

extension Outline {
  /// The distance below which a ring meets itself, in units of the finer tile.
  private static let leastWidth = 3.0
  /// The cosine of the angle below which a corner may be a spike: 30 degrees.
  private static let spike = 0.866

  /// The index of the position that a ring has between those before and after one of its neighbor's, if it is another,
  /// and no repair can be the reason.
  fileprivate func index(insteadOf there: Int, of other: Outline) -> Int? {
    let (before, after) = (other[other.previous(there)], other[other.next(there)])
    for start in indices where self[start] == after {
      let here = next(start)
      guard self[next(here)] == before, self[here] != other[there], isFirm(here), other.isFirm(there),
        !passes(other[there], besides: here)
      else { continue }
      return here
    }
    return nil
  }

  /// Whether a ring makes no spike at one of its positions, and does not meet itself there.
  fileprivate func isFirm(_ index: Int) -> Bool {
    let (back, on) = (self[previous(index)] - self[index], self[next(index)] - self[index])
    let cosine = (back * on).sum() / (back.squaredLength * on.squaredLength).squareRoot()
    return cosine < Self.spike && !passes(self[index], besides: index)
  }

  /// Whether a segment passes by a position, other than the two at one of the ring's own.
  private func passes(_ position: SIMD2<Double>, besides index: Int) -> Bool {
    indices.contains {
      $0 != index && next($0) != index
        && squaredDistance(position, fromSegment: $0) <= Self.leastWidth * Self.leastWidth
    }
  }
}
