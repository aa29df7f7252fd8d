import MapMath

/// The segments of closed rings in runs that cannot touch themselves, and a tree of the boxes around them: segments that
/// touch are in runs whose boxes meet.
///
/// Along a run one of x, y, x + y and x - y ascends or descends, so its segments have no common position except neighbors
/// at their common end. The tree joins runs in the order of the rings: neighbors in a ring are near each other on the map,
/// whatever the detail. O(n) for ordinary outlines. A segment is named by the index of its first position.
struct SegmentRuns {
  let geometry: WorldGeometry
  /// The boxes around runs, then those around four boxes each of the level before, the last one around all.
  private(set) var boxes: [WorldBounds] = []
  /// Per level: its first box; and the end of all boxes.
  private(set) var levels = [0]
  /// The runs, in the order of the rings.
  private(set) var runs: [Run] = []

  /// Some segments, one after the other.
  struct Run {
    /// The index of the first position.
    let start: Int32
    /// The index of the last position.
    var end: Int32
    /// The directions in which all segments lead; see `Directions`.
    var directions: UInt8

    /// Whether another run begins where this one ends, and both lead in a common direction.
    @inline(__always)
    func goesOn(in other: Run) -> Bool { end == other.start && directions & other.directions != 0 }
  }

  /// The most segments in a run.
  private static let mostSegments = 8
  /// The boxes in a box of the next level.
  static let fan = 4
  /// The pairs of boxes that are compared for each position, and at least, before GEOS is asked.
  private static let pairsPerPosition = 64
  private static let fewestPairs = 1 << 16

  /// The most pairs of boxes that are compared.
  var mostPairs: Int { max(geometry.x.count * Self.pairsPerPosition, Self.fewestPairs) }

  /// Divides rings without repeated positions into runs. O(n).
  init(_ geometry: WorldGeometry) {
    self.geometry = geometry
    let count = geometry.x.count / 4 + geometry.ringEnds.count
    runs.reserveCapacity(count)
    boxes.reserveCapacity(count + count / 2)
    geometry.x.withUnsafeBufferPointer { x in
      geometry.y.withUnsafeBufferPointer { y in
        var start = 0
        for end in geometry.ringEnds {
          var index = start
          while index < end - 1 { index = appendRun(from: index, before: end, x, y) }
          start = end
        }
      }
    }
    joinBoxes()
  }

  /// Adds the run from a position; returns the index of its last position.
  @inline(__always)
  private mutating func appendRun(
    from start: Int, before end: Int, _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>
  ) -> Int {
    var (px, py) = (x[start], y[start])
    var box = WorldBounds(minX: px, minY: py, maxX: px, maxY: py)
    var directions = Directions.all
    var index = start
    let last = min(start + Self.mostSegments, end - 1)
    while index < last {
      let (nextX, nextY) = (x[index + 1], y[index + 1])
      let common = directions.intersection(Directions(nextX - px, nextY - py))
      if common.isEmpty, index > start { break }
      directions = common
      (px, py) = (nextX, nextY)
      box.minX = min(box.minX, px)
      box.maxX = max(box.maxX, px)
      box.minY = min(box.minY, py)
      box.maxY = max(box.maxY, py)
      index += 1
    }
    runs.append(Run(start: Int32(start), end: Int32(index), directions: directions.bits))
    boxes.append(box)
    return index
  }

  private mutating func joinBoxes() {
    var (start, end) = (0, boxes.count)
    while end - start > 1 {
      levels.append(end)
      var first = start
      while first < end {
        var box = boxes[first]
        var index = first + 1
        while index < min(first + Self.fan, end) {
          box.extend(to: boxes[index])
          index += 1
        }
        boxes.append(box)
        first += Self.fan
      }
      (start, end) = (end, boxes.count)
    }
    levels.append(boxes.count)
  }

  /// The number of the level that has one box.
  var top: Int { levels.count - 2 }

  /// The boxes of the level below that a box is around, by their numbers in their level.
  @inline(__always)
  func children(of box: Int, level: Int) -> Range<Int> {
    let first = box * Self.fan
    return first..<min(first + Self.fan, levels[level] - levels[level - 1])
  }
}

/// Which of x, y, x + y and x - y ascend along a segment, and which descend: in the sign bits of numbers.
private struct Directions {
  private var descending: SIMD4<UInt64>
  private var ascending: SIMD4<UInt64>

  /// Every direction.
  static let all = Directions(descending: SIMD4(repeating: .max), ascending: SIMD4(repeating: .max))

  private init(descending: SIMD4<UInt64>, ascending: SIMD4<UInt64>) {
    (self.descending, self.ascending) = (descending, ascending)
  }

  /// The directions of a step. A difference of equal numbers is a zero without a sign.
  @inline(__always)
  init(_ dx: Double, _ dy: Double) {
    let steps = SIMD4(dx, dy, dx + dy, dx - dy)
    descending = unsafeBitCast(steps, to: SIMD4<UInt64>.self)
    ascending = unsafeBitCast(SIMD4<Double>.zero - steps, to: SIMD4<UInt64>.self)
  }

  @inline(__always)
  func intersection(_ other: Directions) -> Directions {
    Directions(descending: descending & other.descending, ascending: ascending & other.ascending)
  }

  @inline(__always)
  var isEmpty: Bool {
    let any = descending | ascending
    return (any.x | any.y | any.z | any.w) >> 63 == 0
  }

  /// A bit for each direction.
  @inline(__always)
  var bits: UInt8 {
    let (down, up) = (descending &>> 63, ascending &>> 63)
    let pairs = (down &<< 1 | up) &<< SIMD4(0, 2, 4, 6)
    return UInt8(truncatingIfNeeded: pairs.x | pairs.y | pairs.z | pairs.w)
  }
}
