import MapMath

/// The limit on the work for one shape that is not plainly valid.
///
/// Repair needs time and memory in proportion to the positions and, above all, to the crossings of segments.
package struct ShapeBudget: Sendable, Hashable {
  /// The most crossings, overlaps and touches inside segments that are repaired.
  package var crossings: Int
  /// The most positions of a shape that is repaired.
  package var vertices: Int

  /// Makes a budget.
  package init(crossings: Int, vertices: Int) {
    self.crossings = crossings
    self.vertices = vertices
  }

  /// No bound.
  package static let unlimited = ShapeBudget(crossings: .max, vertices: .max)

  /// Pairs of segments whose rectangles meet for each crossing allowed, and for each position.
  private static let (pairsPerCrossing, pairsPerPosition) = (400, 64)

  /// The most pairs of segments whose rectangles meet in a shape of some positions that GEOS examines: it compares them
  /// whether they cross or not.
  func closePairs(positions: Int) -> Int {
    let (pairs, overflow) = max(crossings, 1).multipliedReportingOverflow(by: Self.pairsPerCrossing)
    return overflow ? .max : max(pairs, positions * Self.pairsPerPosition)
  }
}

extension WorldGeometry {
  /// The pairs of segments of polygons that lie close to each other or cross, which is what GEOS's work depends on: pairs
  /// whose rectangles meet, except neighbors in a ring, and those of them that cross or overlap, or one of which ends inside
  /// the other. Stops beyond a number of close pairs.
  ///
  /// O(n log n) and the close pairs. Rings are closed, without repeated positions, on whole coordinates.
  func segmentPairs(mostClose: Int) -> (close: Int, crossing: Int) {
    var (close, crossing) = (0, 0)
    // Per segment: its first position.
    let starts = ringEnds.indices.flatMap { positions(ofRing: $0).dropLast() }
    let tree = BoxTree(starts.map { SegmentContact.Segment(x, y, $0).box })
    _ = tree.allPairsSatisfy { one, other in
      let (first, second) = (starts[min(one, other)], starts[max(one, other)])
      // Neighbors follow each other, except over the seam of a ring.
      guard second > first + 1, !areFirstAndLast(first, second) else { return true }
      close += 1
      if SegmentContact.crossInside(SegmentContact.Segment(x, y, first), SegmentContact.Segment(x, y, second)) {
        crossing += 1
      }
      return close <= mostClose
    }
    return (close, crossing)
  }
}
