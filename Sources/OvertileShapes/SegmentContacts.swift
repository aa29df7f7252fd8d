import MapMath
import OvertileSearching

/// The contacts of the segments of closed rings, except those of neighbors at their common end.
struct SegmentContacts {
  /// The number of pairs that were examined: those whose rectangles meet and that could touch.
  private var examined = 0
  /// Whether there are none.
  private(set) var areNone = true
  /// Whether some contact makes the polygons invalid whatever the others are: a ring that touches itself, segments that
  /// cross, or that have more than a position in common.
  private(set) var areInvalid = false
  /// Whether rounding leaves a doubt in which square two segments cross.
  private(set) var isDoubtful = false
  /// The squares in which segments cross between their ends; a square can be there more than once.
  private(set) var crossings: [HotPixels.Vertex] = []

  /// Examines all pairs of segments with a common cell. O(n) and the pairs.
  init(_ grid: SegmentGrid) {
    _ = grid.allSatisfy { one, first, other, second in
      add(one, first, other, second, grid.geometry)
      return true
    }
  }

  /// The same for runs; nil if too many segments lie close to each other.
  init?(_ runs: SegmentRuns) {
    let areAll = runs.allSatisfy { one, first, other, second in
      add(one, first, other, second, runs.geometry)
      return true
    }
    if areAll == nil { return nil }
  }

  /// No fewer than the pairs of segments whose rectangles meet: also in the same run, or in the next one that goes on in
  /// its direction.
  func mostPairs(of polygons: WorldGeometry) -> Int { examined + polygons.x.count * SegmentRuns.mostPairsAhead }

  @inline(__always)
  private mutating func add(
    _ one: Int, _ first: SegmentContact.Segment, _ other: Int, _ second: SegmentContact.Segment,
    _ geometry: WorldGeometry
  ) {
    examined += 1
    guard SegmentContact.touch(first, second) else { return }
    let ring = geometry.ringEnds.partitioningIndex { $0 > one }
    let positions = geometry.positions(ofRing: ring)
    if one == positions.lowerBound, other == positions.upperBound - 2 { return }
    areNone = false
    areInvalid = areInvalid || positions.contains(other) || SegmentContact.overlap(first, second)
    guard SegmentContact.crossAmid(first, second) else { return }
    areInvalid = true
    if let vertex = HotPixels.crossing(first.eastward, second.eastward) {
      crossings.append(vertex)
    } else {
      isDoubtful = true
    }
  }
}

extension SegmentContact {
  /// Whether two segments that touch have more than one common position.
  static func overlap(_ s: Segment, _ t: Segment) -> Bool {
    guard side(s, t.ax, t.ay) == 0, side(s, t.bx, t.by) == 0 else { return false }
    let (a, b) = (s.box, t.box)
    return min(a.maxX, b.maxX) > max(a.minX, b.minX) || min(a.maxY, b.maxY) > max(a.minY, b.minY)
  }
}
