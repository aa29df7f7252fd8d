import MapMath

/// Finds the positions at which Douglas-Peucker cuts the sections of lines and rings, and counts the cost.
enum SectionScan {
  /// The comparisons for each position: ten times what ordinary shapes need.
  private static let looksPerPosition = 200
  /// The comparisons that any shape may need: milliseconds, and enough for every shape of 2,800 positions.
  private static let fewestLooks = 1 << 22

  /// The most comparisons to cut sections of some positions where they are farthest from their segment.
  static func mostLooks(positions: Int) -> Int { max(positions * looksPerPosition, fewestLooks) }

  /// Whether the sections of lines or rings are cut so unevenly, down to single segments, that more comparisons than that are
  /// needed: O(n^2) instead of O(n log n), as by the first of a thousand equal teeth. Stops at that number.
  static func isUneven(_ shape: WorldGeometry) -> Bool {
    let count = shape.x.count
    var looks = mostLooks(positions: count)
    guard count * count / 2 > looks else { return false }
    return shape.withColumns { x, y in
      for ring in shape.ringEnds.indices {
        let positions = shape.positions(ofRing: ring)
        var sections = [(first: positions.lowerBound, last: positions.upperBound - 1)]
        while let (first, last) = sections.popLast() {
          guard last > first + 1 else { continue }
          looks -= last - first
          if looks < 0 { return true }
          let middle = farthest(x, y, first, last).position
          sections += [(first, middle), (middle, last)]
        }
      }
      return false
    }
  }

  /// The first of the positions between two that are farthest from the segment between these. O(n).
  @inline(__always)
  static func farthest(
    _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>, _ first: Int, _ last: Int
  ) -> (position: Int, distance: Double) {
    let (ax, ay, bx, by) = (x[first], y[first], x[last], y[last])
    let (dx, dy) = (bx - ax, by - ay)
    let squared = dx * dx + dy * dy
    let length = squared.squareRoot()
    var found = (position: first, distance: -1.0)
    // Beside the segment, divisions are left to positions that may be the farthest.
    var least = -1.0
    for index in (first + 1)..<last {
      let (px, py) = (x[index], y[index])
      let along = (px - ax) * dx + (py - ay) * dy
      let distance: Double
      if squared == 0 || along <= 0 {
        distance = Self.distance(px - ax, py - ay)
      } else if along >= squared {
        distance = Self.distance(px - bx, py - by)
      } else {
        let turn = abs((ay - py) * dx - (ax - px) * dy)
        if turn < least { continue }
        distance = turn / squared * length
      }
      if distance > found.distance {
        found = (index, distance)
        least = distance / length * squared * Self.nearlyOne
      }
    }
    return found
  }

  /// A factor that is less than one by more than rounding.
  private static let nearlyOne = 1 - 0x1p-40

  @inline(__always)
  private static func distance(_ dx: Double, _ dy: Double) -> Double { (dx * dx + dy * dy).squareRoot() }
}
