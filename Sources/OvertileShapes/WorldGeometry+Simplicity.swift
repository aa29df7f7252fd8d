import MapMath
import OvertileCore

/// An exact and quick test for validity.
extension WorldGeometry {
  /// The number of positions of a ring up to which all its segments are compared with each other.
  private static let fewPositions = 12

  /// Whether polygons are valid, whose coordinates are whole, and whose rings are closed, without repeated positions, and
  /// have an area; nil if different rings touch, or too many segments lie close to each other to tell.
  ///
  /// They are if no two segments touch except neighbors at their common end, and rings nest as their roles require.
  /// O(n) for ordinary outlines.
  var isPlainlyValid: Bool? {
    if x.count <= Self.fewPositions, ringEnds.count == 1 {
      return SegmentContact.areApart(ringOf: x.count - 1) { SegmentContact.Segment(x, y, $0) }
    }
    let runs = SegmentRuns(self)
    var isTangled = false
    let areApart = runs.allSatisfy { one, first, other, second in
      guard SegmentContact.touch(first, second), !areFirstAndLast(one, other) else { return true }
      isTangled = ring(ofPosition: one) == ring(ofPosition: other)
      return false
    }
    if areApart == true { return runs.areNestedProperly }
    return isTangled ? false : nil
  }

  private func ring(ofPosition index: Int) -> Int { ringEnds.partitioningIndex { $0 > index } }

  /// Whether two segments are the first and the last of a ring.
  func areFirstAndLast(_ one: Int, _ other: Int) -> Bool {
    let positions = positions(ofRing: ring(ofPosition: one))
    return one == positions.lowerBound && other == positions.upperBound - 2
  }
}
