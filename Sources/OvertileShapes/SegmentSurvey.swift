import MapMath

/// The contacts between the segments of polygons, which determine their validity and the cost of their repair.
///
/// O(n log n) and the pairs of segments whose rectangles meet, up to a limit.
struct SegmentSurvey {
  /// Pairs of segments whose rectangles meet, except neighbors in a ring.
  private(set) var closePairs = 0
  /// Pairs of segments that cross or overlap, or one of which ends inside the other.
  private(set) var crossings = 0
  /// Pairs of segments that have a common position, except neighbors in a ring.
  private(set) var touches = 0

  /// The limits.
  struct Limits {
    var closePairs = Int.max
    var crossings = Int.max
    var touches = Int.max
  }

  /// Whether a limit was passed, so that the numbers are only those until then.
  private(set) var isCut = false

  /// Whether a limit on the pairs of segments whose rectangles meet cannot be passed, whatever the other numbers. O(n)
  /// and so many pairs.
  static func cannotPass(closePairs limit: Int, _ polygons: WorldGeometry) -> Bool {
    if limit == .max { return true }
    guard let counts = CellCounts(polygons) else { return false }
    if counts.pairs <= limit { return true }
    guard let grid = SegmentGrid(polygons, counts) else { return false }
    // A pair that shares several cells counts several times.
    var pairs = 0
    return grid.allSatisfy { _, _, _, _ in
      pairs += 1
      return pairs <= limit
    }
  }

  /// Examines closed rings without repeated positions on whole coordinates.
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
