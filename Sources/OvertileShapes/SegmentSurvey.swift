import MapMath

/// How the segments of polygons lie to each other: what their validity and the cost of their repair depend on.
///
/// O(n log n) and the pairs of segments whose rectangles meet, of which no more than asked for are looked at.
struct SegmentSurvey {
  /// Pairs of segments whose rectangles meet, neighbors in a ring left out.
  private(set) var closePairs = 0
  /// Pairs of segments that cross or overlap, or of which one ends inside the other.
  private(set) var crossings = 0
  /// Pairs of segments that have a common place, neighbors in a ring left out.
  private(set) var touches = 0

  /// Where to stop.
  struct Limits {
    var closePairs = Int.max
    var crossings = Int.max
    var touches = Int.max
  }

  /// Whether a limit was passed, so that the numbers are only what was found until then.
  private(set) var isCut = false

  /// Looks at closed rings without repeated positions on whole coordinates.
  init(_ polygons: WorldGeometry, limits: Limits) {
    let segments = RingSegments(polygons)
    let tree = BoxTree(segments.starts.map { SegmentContact.Segment(polygons.x, polygons.y, Int($0)).box })
    for number in segments.starts.indices {
      let segment = SegmentContact.Segment(polygons.x, polygons.y, Int(segments.starts[number]))
      let goesOn = tree.allSatisfy(meeting: segment.box) { other in
        guard other > number, !segments.areNeighbors(number, other) else { return true }
        closePairs += 1
        let second = SegmentContact.Segment(polygons.x, polygons.y, Int(segments.starts[other]))
        if SegmentContact.touch(segment, second) {
          touches += 1
          if SegmentContact.crossInside(segment, second) { crossings += 1 }
        }
        return closePairs <= limits.closePairs && crossings <= limits.crossings && touches <= limits.touches
      }
      guard goesOn else {
        isCut = true
        return
      }
    }
  }
}
