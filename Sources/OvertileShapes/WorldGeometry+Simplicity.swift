import MapMath
import OvertileSearching

/// An exact and quick test for validity.
extension WorldGeometry {
  /// The number of positions of a ring up to which all its segments are compared with each other.
  private static let fewPositions = 12

  /// Whether no two segments touch except neighbors at their common end, and rings nest as their roles require.
  ///
  /// Such polygons are valid; valid polygons whose rings touch in points do not pass. Coordinates must be whole, rings
  /// closed, without repeated positions, and with an area. O(n) for ordinary outlines, O(n log n) whatever the shape.
  func isStrictlySimple() -> Bool {
    if x.count <= Self.fewPositions, ringEnds.count == 1 { return isApartFromItself() }
    let runs = SegmentRuns(self)
    if let areApart = runs.areAllApart() {
      guard areApart else { return false }
      if let nesting = RingNesting(runs) { return nesting.isProper() }
    }
    if let grid = SegmentGrid(self) {
      guard grid.areAllApart() else { return false }
      if let nesting = RingNesting(grid) { return nesting.isProper() }
    }
    var sweep = RingSweep(self)
    return sweep.isStrictlySimple()
  }

  /// The contacts of the segments, if there is a grid for them: none if these polygons are strictly simple.
  func simplicity() -> Simplicity {
    if x.count <= Self.fewPositions, ringEnds.count == 1, isApartFromItself() { return .strict }
    let runs = SegmentRuns(self)
    if let contacts = SegmentContacts(runs) {
      guard contacts.areNone else { return .touching(contacts) }
      if let nesting = RingNesting(runs) { return nesting.isProper() ? .strict : .unknown }
    }
    guard let grid = SegmentGrid(self) else { return isStrictlySimple() ? .strict : .unknown }
    let contacts = SegmentContacts(grid)
    guard contacts.areNone else { return .touching(contacts) }
    if let nesting = RingNesting(grid) { return nesting.isProper() ? .strict : .unknown }
    var sweep = RingSweep(self)
    return sweep.isStrictlySimple() ? .strict : .unknown
  }

  /// The result of a test for validity.
  enum Simplicity {
    /// No two segments touch except neighbors at their common end, and rings nest as their roles require.
    case strict
    /// Segments touch.
    case touching(SegmentContacts)
    /// Rings do not nest, or the segments lie too close to each other to compare them.
    case unknown
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

extension SegmentGrid {
  /// Whether no two segments touch except neighbors at their common end.
  func areAllApart() -> Bool {
    allSatisfy { one, first, other, second in
      !SegmentContact.touch(first, second) || geometry.areFirstAndLast(one, other)
    }
  }
}

extension SegmentRuns {
  /// Whether no two segments touch except neighbors at their common end; nil if too many lie close to each other.
  func areAllApart() -> Bool? {
    allSatisfy { one, first, other, second in
      !SegmentContact.touch(first, second) || geometry.areFirstAndLast(one, other)
    }
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
