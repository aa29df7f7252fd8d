import MapMath
import OvertileCore

/// An exact and quick test for validity.
extension WorldGeometry {
  /// The number of positions of a ring up to which all its segments are compared with each other.
  private static let fewPositions = 12

  /// The result of the test.
  enum Simplicity {
    /// No two segments touch except neighbors at their common end, and rings nest as their roles require: valid.
    case simple
    /// A ring touches itself, or rings that do not touch do not nest as their roles require: not valid.
    case tangled
    /// Different rings touch, or too many segments lie close to each other to tell.
    case unknown
  }

  /// Tests polygons whose coordinates are whole, and whose rings are closed, without repeated positions, and have an area.
  /// O(n) for ordinary outlines.
  func simplicity() -> Simplicity {
    if x.count <= Self.fewPositions, ringEnds.count == 1 {
      let areApart = SegmentContact.areApart(ringOf: x.count - 1) { SegmentContact.Segment(x, y, $0) }
      return areApart ? .simple : .tangled
    }
    let runs = SegmentRuns(self)
    var isTangled = false
    let areApart = runs.allSatisfy { one, first, other, second in
      guard SegmentContact.touch(first, second), !areFirstAndLast(one, other) else { return true }
      isTangled = ring(ofPosition: one) == ring(ofPosition: other)
      return false
    }
    if areApart == true { return RingNesting(runs).map { $0.isProper() ? .simple : .tangled } ?? .unknown }
    return isTangled ? .tangled : .unknown
  }
}

extension WorldGeometry {
  private func ring(ofPosition index: Int) -> Int { ringEnds.partitioningIndex { $0 > index } }

  /// Whether two segments are the first and the last of a ring.
  private func areFirstAndLast(_ one: Int, _ other: Int) -> Bool {
    let positions = positions(ofRing: ring(ofPosition: one))
    return one == positions.lowerBound && other == positions.upperBound - 2
  }
}
