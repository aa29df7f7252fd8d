import MapMath

/// From rings in any order back to polygons, each an exterior and its holes.
extension ClipGeometry {
  /// The geometry of this geometry. A hole goes to the exterior around it, within its own polygon. O(n); if a polygon
  /// has fallen apart, O(n log n) and the segments that rays from its holes meet.
  func geometry() -> WorldGeometry { grouped().shape }

  /// The same rings, in polygons of one exterior each, which its holes follow.
  ///
  /// Before rounding holes are inside their exterior, or touch it in positions; rounding can move them out of it, and
  /// into another one.
  func grouped() -> ClipGeometry {
    if kind != .polygons || isInOrder { return self }
    var result = ClipGeometry(kind: kind)
    result.reserve(shape.x.count)
    lazy var locator = RingLocator(SegmentRuns(shape))
    for polygon in shape.polygonEnds.indices {
      let rings = shape.rings(ofPolygon: polygon)
      let exteriors = rings.filter { !isHole[$0] }
      let holes = holes(of: exteriors, in: rings, locator)
      for exterior in exteriors {
        result.append(ring: exterior, of: self)
        for hole in holes[exterior] ?? [] { result.append(ring: hole, of: self) }
        result.endPolygon()
      }
    }
    return result
  }

  /// Whether every polygon is one exterior, followed by its holes.
  private var isInOrder: Bool {
    shape.polygonEnds.indices.allSatisfy { polygon in
      let rings = shape.rings(ofPolygon: polygon)
      return !isHole[rings.lowerBound] && rings.dropFirst().allSatisfy { isHole[$0] }
    }
  }

  /// The holes of each exterior, in their order. A hole without an exterior around it goes to the first.
  private func holes(
    of exteriors: [Int], in rings: Range<Int>, _ locator: @autoclosure () -> RingLocator
  ) -> [Int: [Int]] {
    let holes = rings.filter { isHole[$0] }
    guard let first = exteriors.first, exteriors.count > 1, !holes.isEmpty else {
      return exteriors.first.map { [$0: holes] } ?? [:]
    }
    let (locator, candidates) = (locator(), Set(exteriors))
    return Dictionary(grouping: holes) { owner(ofHole: $0, among: candidates, locator) ?? first }
  }

  /// The votes by which an exterior must lead.
  private static let lead = 3

  /// The exterior around most of a hole's positions and middles of segments, until one leads clearly.
  ///
  /// A hole can touch its exterior, and others, in some positions; where an edge of a tile has cut the segment that it
  /// touches, these are on either side of it.
  private func owner(ofHole hole: Int, among exteriors: Set<Int>, _ locator: RingLocator) -> Int? {
    let (x, y) = (shape.x, shape.y)
    var votes: [Int: Int] = [:]
    for index in shape.positions(ofRing: hole).dropLast() {
      let middle = ((x[index] + x[index + 1]) / 2, (y[index] + y[index + 1]) / 2)
      for (px, py) in [middle, (x[index], y[index])] {
        for ring in locator.rings(roundX: px, y: py).inside where exteriors.contains(ring) {
          votes[ring, default: 0] += 1
        }
      }
      let counts = votes.values.sorted(by: >)
      if (counts.first ?? 0) - (counts.count > 1 ? counts[1] : 0) >= Self.lead { break }
    }
    return votes.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }
}
