import MapMath

extension WorldGeometry {
  /// This geometry without repeated positions, with rings closed and wound (exteriors positive), and without rings that
  /// have no area and lines that have no length; those are counted. An exterior takes its holes with it. O(n).
  func withoutRepeatedPositions() -> (geometry: WorldGeometry, dropped: Int) {
    var result = WorldGeometry(kind: kind)
    result.x.reserveCapacity(x.count)
    result.y.reserveCapacity(y.count)
    var dropped = 0
    guard kind == .polygons else {
      for line in ringEnds.indices where !result.append(lineAt: positions(ofRing: line), of: self) { dropped += 1 }
      return (result, dropped)
    }
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      for ring in rings {
        let isHole = ring != rings.lowerBound
        if result.append(ringAt: positions(ofRing: ring), of: self, isHole: isHole) { continue }
        dropped += 1
        if !isHole { break }
      }
      if result.ringEnds.count > (result.polygonEnds.last ?? 0) { result.endPolygon() }
    }
    return (result, dropped)
  }

  private mutating func append(lineAt positions: Range<Int>, of other: WorldGeometry) -> Bool {
    let start = x.count
    appendDistinct(positions, of: other)
    if x.count - start < 2 {
      truncate(to: start)
      return false
    }
    endRing()
    return true
  }

  private mutating func append(ringAt positions: Range<Int>, of other: WorldGeometry, isHole: Bool) -> Bool {
    let start = x.count
    appendDistinct(positions, of: other)
    if x.count > start, x[start] != x[x.count - 1] || y[start] != y[y.count - 1] { append(x: x[start], y: y[start]) }
    let area = Shoelace.doubledArea(x, y, start..<x.count)
    if area == 0 {
      // Also a bow-tie whose halves cancel: it has an area, which the repair finds.
      if !isBowTie(start..<x.count) {
        truncate(to: start)
        return false
      }
    } else if (area < 0) != isHole {
      x[start...].reverse()
      y[start...].reverse()
    }
    endRing()
    return true
  }

  /// Whether a ring without net area has positions off one straight line.
  private func isBowTie(_ ring: Range<Int>) -> Bool {
    guard ring.count >= 5 else { return false }
    let start = ring.lowerBound
    let (ax, ay) = (x[start + 1] - x[start], y[start + 1] - y[start])
    return ring.contains { ax * (y[$0] - y[start]) != ay * (x[$0] - x[start]) }
  }

  private mutating func appendDistinct(_ positions: Range<Int>, of other: WorldGeometry) {
    let start = x.count
    for index in positions {
      if x.count > start, x[x.count - 1] == other.x[index], y[y.count - 1] == other.y[index] { continue }
      append(x: other.x[index], y: other.y[index])
    }
  }

  private mutating func truncate(to count: Int) {
    x.removeSubrange(count...)
    y.removeSubrange(count...)
  }
}
