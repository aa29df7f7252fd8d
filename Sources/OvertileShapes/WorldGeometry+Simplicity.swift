import MapMath
import OvertileSearching

/// An exact and quick test for validity.
extension WorldGeometry {
  /// The number of positions of a ring up to which all its segments are compared with each other.
  private static let fewPositions = 12

  /// Whether no two segments touch except neighbors at their common end, and rings nest as their roles require.
  ///
  /// Such polygons are valid. Others need not be invalid: their rings may touch in points, or too many of their segments
  /// lie close to each other to tell. Coordinates must be whole, rings closed, without repeated positions, and with an
  /// area. O(n) for ordinary outlines.
  func isStrictlySimple() -> Bool {
    if x.count <= Self.fewPositions, ringEnds.count == 1 { return isApartFromItself() }
    let runs = SegmentRuns(self)
    return runs.areAllApart() && RingNesting(runs)?.isProper() == true
  }

  /// Whether no two segments of the only ring touch except neighbors at their common end.
  private func isApartFromItself() -> Bool {
    for one in 0..<(x.count - 1) {
      let first = SegmentContact.Segment(x, y, one)
      let last = one == 0 ? x.count - 2 : x.count - 1
      for other in min(one + 2, last)..<last {
        let second = SegmentContact.Segment(x, y, other)
        if first.box.meets(second.box), SegmentContact.touch(first, second) { return false }
      }
    }
    return true
  }
}

extension SegmentRuns {
  /// Whether no two segments touch except neighbors at their common end; false if too many lie close to each other to
  /// tell.
  func areAllApart() -> Bool {
    let areApart = allSatisfy { one, first, other, second in
      !SegmentContact.touch(first, second) || geometry.areFirstAndLast(one, other)
    }
    return areApart == true
  }
}

extension WorldGeometry {
  /// Whether two segments are the first and the last of a ring.
  fileprivate func areFirstAndLast(_ one: Int, _ other: Int) -> Bool {
    let ring = ringEnds.partitioningIndex { $0 > one }
    let positions = positions(ofRing: ring)
    return one == positions.lowerBound && other == positions.upperBound - 2
  }
}
