import MapMath

extension WorldGeometry {
  /// The same polygons in the one form that depends only on the area they cover and their vertices.
  ///
  /// Exteriors are positive and holes negative; every ring starts at its position that is first by x, then y; holes, and
  /// then polygons by their exteriors, are in the order of their positions. O(n log n). Rings are simple and closed.
  func canonical() -> WorldGeometry {
    var rings = WorldGeometry(kind: .polygons)
    rings.x.reserveCapacity(x.count)
    rings.y.reserveCapacity(y.count)
    for polygon in polygonEnds.indices {
      let members = self.rings(ofPolygon: polygon)
      for ring in members {
        rings.append(rotated: positions(ofRing: ring), of: self, isHole: ring != members.lowerBound)
      }
      rings.endPolygon()
    }
    return ringEnds.count == 1 ? rings : rings.sorted()
  }

  private func sorted() -> WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    let order = polygonEnds.indices.sorted {
      precedes(rings(ofPolygon: $0).lowerBound, rings(ofPolygon: $1).lowerBound)
    }
    for polygon in order {
      let members = rings(ofPolygon: polygon)
      for ring in [members.lowerBound] + members.dropFirst().sorted(by: precedes) {
        result.append(positions(ofRing: ring), of: self)
        result.endRing()
      }
      result.endPolygon()
    }
    return result
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (positions(ofRing: a), positions(ofRing: b))
    for (i, j) in zip(first, second) where x[i] != x[j] || y[i] != y[j] {
      return (x[i], y[i]) < (x[j], y[j])
    }
    return first.count < second.count
  }

  private mutating func append(rotated ring: Range<Int>, of other: WorldGeometry, isHole: Bool) {
    let (otherX, otherY, count) = (other.x, other.y, ring.count - 1)
    var first = ring.lowerBound
    for index in ring.dropLast() where (otherX[index], otherY[index]) < (otherX[first], otherY[first]) {
      first = index
    }
    let isBackward = (Shoelace.doubledArea(otherX, otherY, ring) < 0) != isHole
    // From the first position around the ring, and back to it.
    var index = first
    for _ in 0...count {
      append(x: otherX[index], y: otherY[index])
      index += isBackward ? -1 : 1
      if index < ring.lowerBound { index += count }
      if index == ring.lowerBound + count { index = ring.lowerBound }
    }
    endRing()
  }
}
