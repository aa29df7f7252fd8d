import MapMath

/// The segments of closed rings in runs that cannot touch themselves, and a tree of the boxes around them: segments that
/// touch are in runs whose boxes meet.
///
/// Along a run one of x, y, x + y and x - y ascends or descends, so its segments have no common position except neighbors
/// at their common end. The tree joins runs in the order of the rings: neighbors in a ring are near each other on the map,
/// whatever the detail. O(n) for ordinary outlines. A segment is named by the index of its first position.
struct SegmentRuns {
  let geometry: WorldGeometry
  /// The runs, in the order of the rings.
  let runs: [Run]
  /// The boxes around them, in the same order.
  let tree: BoxTree

  /// Some segments, one after the other.
  struct Run {
    /// The index of the first position.
    let start: Int32
    /// The index of the last position.
    let end: Int32
    /// The ring.
    let ring: Int32
    /// The directions in which all segments lead; see `SegmentRuns.directions`.
    let directions: UInt8

    /// Whether another run begins where this one ends, and both lead in a common direction.
    @inline(__always)
    func goesOn(in other: Run) -> Bool { end == other.start && directions & other.directions != 0 }
  }

  /// The most segments in a run.
  private static let mostSegments = 8
  /// The pairs of boxes that are compared for each position, and at least, before GEOS is asked.
  private static let pairsPerPosition = 64
  private static let fewestPairs = 1 << 16

  /// The most pairs of boxes that are compared.
  var mostPairs: Int { max(geometry.x.count * Self.pairsPerPosition, Self.fewestPairs) }

  /// Divides rings without repeated positions into runs. O(n).
  init(_ geometry: WorldGeometry) {
    self.geometry = geometry
    let count = geometry.x.count / 4 + geometry.ringEnds.count
    var runs: [Run] = []
    var boxes: [WorldBounds] = []
    runs.reserveCapacity(count)
    boxes.reserveCapacity(BoxTree.boxCount(items: count))
    geometry.withColumns { x, y in
      var start = 0
      for (ring, end) in geometry.ringEnds.enumerated() {
        while start < end - 1 {
          let (run, box) = Self.run(from: start, before: end, ofRing: ring, x, y)
          runs.append(run)
          boxes.append(box)
          start = Int(run.end)
        }
        start = end
      }
    }
    self.runs = runs
    tree = BoxTree(inOrder: consume boxes)
  }

  /// The run from a position, and the box around it.
  @inline(__always)
  private static func run(
    from start: Int, before end: Int, ofRing ring: Int, _ x: UnsafeBufferPointer<Double>,
    _ y: UnsafeBufferPointer<Double>
  ) -> (Run, WorldBounds) {
    var (px, py) = (x[start], y[start])
    var box = WorldBounds(minX: px, minY: py, maxX: px, maxY: py)
    var directions = UInt8.max
    var index = start
    let last = min(start + mostSegments, end - 1)
    while index < last {
      let (nextX, nextY) = (x[index + 1], y[index + 1])
      let common = directions & Self.directions(nextX - px, nextY - py)
      if common == 0, index > start { break }
      directions = common
      (px, py) = (nextX, nextY)
      box.extend(toX: px, y: py)
      index += 1
    }
    return (Run(start: Int32(start), end: Int32(index), ring: Int32(ring), directions: directions), box)
  }

  /// Which of x, y, x + y and x - y ascend along a segment, and which descend: a bit for each, the signs of numbers. A
  /// difference of equal numbers is a zero without a sign.
  @inline(__always)
  private static func directions(_ dx: Double, _ dy: Double) -> UInt8 {
    func signs(_ step: Double) -> UInt64 { (step.bitPattern >> 63) << 1 | (0 - step).bitPattern >> 63 }
    let bits = signs(dx) | signs(dy) << 2 | signs(dx + dy) << 4 | signs(dx - dy) << 6
    return UInt8(truncatingIfNeeded: bits)
  }

  /// Calls back with each pair of segments that may touch, the one with the lower index first, until the closure returns
  /// false; returns whether it never did, or nil if too many boxes meet.
  ///
  /// All pairs that touch come, each once, except a segment and the one after it. O(n) for ordinary outlines.
  @inline(__always)
  func allSatisfy(_ body: (Int, SegmentContact.Segment, Int, SegmentContact.Segment) -> Bool) -> Bool? {
    geometry.withColumns { x, y in
      tree.boxes.withUnsafeBufferPointer { boxes in
        runs.withUnsafeBufferPointer { runs in
          // No run touches itself.
          let areApart = { (one: Int, other: Int) in one != other || one >= runs.count }
          return tree.allPairsSatisfy(comparing: mostPairs, where: areApart) { one, other in
            // These meet at their common end only.
            if other <= one + 1, one == other || runs[one].goesOn(in: runs[other]) { return true }
            let common = Self.common(boxes[one], boxes[other])
            let first = Self.segments(runs[one], meeting: common, x, y)
            if first == 0 { return true }
            var firsts = first
            let second = Self.segments(runs[other], meeting: common, x, y)
            while firsts != 0 {
              let index = Int(runs[one].start) + firsts.trailingZeroBitCount
              firsts &= firsts - 1
              let segment = SegmentContact.Segment(ax: x[index], ay: y[index], bx: x[index + 1], by: y[index + 1])
              let box = segment.box
              var seconds = second
              while seconds != 0 {
                let next = Int(runs[other].start) + seconds.trailingZeroBitCount
                seconds &= seconds - 1
                if next == index + 1 { continue }
                let sister = SegmentContact.Segment(ax: x[next], ay: y[next], bx: x[next + 1], by: y[next + 1])
                if sister.box.meets(box), !body(index, segment, next, sister) { return false }
              }
            }
            return true
          }
        }
      }
    }
  }

  @inline(__always)
  private static func common(_ one: WorldBounds, _ other: WorldBounds) -> WorldBounds {
    WorldBounds(
      minX: max(one.minX, other.minX), minY: max(one.minY, other.minY), maxX: min(one.maxX, other.maxX),
      maxY: min(one.maxY, other.maxY))
  }

  /// The segments of a run whose boxes meet a box: a bit for each.
  @inline(__always)
  private static func segments(
    _ run: Run, meeting box: WorldBounds, _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>
  ) -> UInt32 {
    var bits: UInt32 = 0
    let (start, count) = (Int(run.start), Int(run.end - run.start))
    var (ax, ay) = (x[start], y[start])
    for step in 0..<count {
      let (bx, by) = (x[start + step + 1], y[start + step + 1])
      let isWithin =
        min(ax, bx) <= box.maxX && max(ax, bx) >= box.minX && min(ay, by) <= box.maxY && max(ay, by) >= box.minY
      bits |= (isWithin ? 1 : 0) << UInt32(step)
      (ax, ay) = (bx, by)
    }
    return bits
  }
}
