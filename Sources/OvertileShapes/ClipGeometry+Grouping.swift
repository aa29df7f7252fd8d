import MapMath

/// From rings in any order back to polygons, each an exterior and its holes.
extension ClipGeometry {
  /// The geometry of this geometry. A hole goes to the exterior around it, within its own polygon. O(n); if a polygon
  /// has fallen apart, O(n log n) and the segments that rays from its holes meet.
  func geometry() -> WorldGeometry {
    let grouped = grouped()
    var result = WorldGeometry(kind: kind)
    (result.x, result.y, result.ringEnds, result.polygonEnds) = (
      grouped.x, grouped.y, grouped.ringEnds, grouped.polygonEnds
    )
    return result
  }

  /// The same rings, in polygons of one exterior each, which its holes follow.
  ///
  /// Before rounding holes are inside their exterior, or touch it in positions; rounding can move them out of it, and
  /// into another one.
  func grouped() -> ClipGeometry {
    if kind != .polygons || isInOrder { return self }
    var result = ClipGeometry(kind: kind)
    result.reserve(x.count)
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      let exteriors = rings.filter { !isHole[$0] }
      guard !exteriors.isEmpty else { continue }
      for (exterior, holes) in zip(exteriors, holes(of: exteriors, in: rings)) {
        result.append(ring: exterior, of: self)
        for hole in holes { result.append(ring: hole, of: self) }
        result.endPolygon()
      }
    }
    return result
  }

  /// Whether every polygon is one exterior, followed by its holes.
  private var isInOrder: Bool {
    polygonEnds.indices.allSatisfy { polygon in
      let rings = rings(ofPolygon: polygon)
      return !isHole[rings.lowerBound] && rings.dropFirst().allSatisfy { isHole[$0] }
    }
  }

  /// Per exterior: its holes, in their order. A hole without an exterior around it goes to the first.
  private func holes(of exteriors: [Int], in rings: Range<Int>) -> [[Int]] {
    let holes = rings.filter { isHole[$0] }
    if exteriors.count == 1 || holes.isEmpty { return [holes] + exteriors.dropFirst().map { _ in [] } }
    var members = [[Int]](repeating: [], count: exteriors.count)
    let locator = RingLocator(x, y, rings: exteriors.indices.map { ($0, positions(ofRing: exteriors[$0])) })
    for hole in holes { members[owner(ofHole: hole, locator) ?? 0].append(hole) }
    return members
  }

  /// The votes by which an exterior must lead.
  private static let lead = 3

  /// The exterior around most of a hole's positions and middles of segments, until one leads clearly.
  ///
  /// A hole can touch its exterior, and others, in some positions; where an edge of a tile has cut the segment that it
  /// touches, these are on either side of it.
  private func owner(ofHole hole: Int, _ exteriors: RingLocator) -> Int? {
    var votes: [Int: Int] = [:]
    for index in positions(ofRing: hole).dropLast() {
      let middle = ((x[index] + x[index + 1]) / 2, (y[index] + y[index + 1]) / 2)
      for (px, py) in [middle, (x[index], y[index])] {
        for exterior in exteriors.rings(roundX: px, y: py).inside { votes[exterior, default: 0] += 1 }
      }
      let counts = votes.values.sorted(by: >)
      if (counts.first ?? 0) - (counts.count > 1 ? counts[1] : 0) >= Self.lead { break }
    }
    return votes.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }
}
