import MapMath

/// The monotone chains of rings: runs of segments that point into one quarter of the compass.
///
/// GEOS compares the chains whose boxes meet. In a nest of rings the box of a chain holds all chains further in, though
/// no segment has another one near it.
struct MonotoneChains {
  private var boxes: [BoxTree.Box] = []

  /// Finds the chains of closed rings without repeated positions. O(n).
  init(_ geometry: WorldGeometry) {
    let (x, y) = (geometry.x, geometry.y)
    for ring in geometry.ringEnds.indices {
      var last: Quarter?
      for index in geometry.positions(ofRing: ring).dropLast() {
        let segment = SegmentContact.Segment(x, y, index)
        let quarter = Quarter(east: segment.bx >= segment.ax, south: segment.by >= segment.ay)
        if quarter == last {
          boxes[boxes.count - 1].extend(to: segment.box)
        } else {
          boxes.append(segment.box)
        }
        last = quarter
      }
    }
  }

  private struct Quarter: Equatable {
    let east, south: Bool
  }

  /// Whether the boxes of more pairs than so many meet. O(n log n) and the pairs, up to that number.
  func meetInPairs(moreThan limit: Int) -> Bool {
    guard boxes.count * boxes.count / 2 > limit else { return false }
    if let counts = CellCounts(boxes), counts.pairs <= limit { return false }
    let tree = BoxTree(boxes)
    var pairs = 0
    return !boxes.indices.allSatisfy { number in
      tree.allSatisfy(meeting: boxes[number]) { other in
        if other > number { pairs += 1 }
        return pairs <= limit
      }
    }
  }
}
