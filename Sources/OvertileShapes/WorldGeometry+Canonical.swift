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
    let (otherX, otherY) = (other.x, other.y)
    var first = ring.lowerBound
    for index in ring.dropLast() where (otherX[index], otherY[index]) < (otherX[first], otherY[first]) {
      first = index
    }
    // From the first position to the end of the ring, then from its beginning; or both backwards.
    let (after, before) = (first..<(ring.upperBound - 1), ring.lowerBound..<first)
    if (Shoelace.doubledArea(otherX, otherY, ring) < 0) != isHole {
      append(x: otherX[first], y: otherY[first])
      x.append(contentsOf: otherX[before].reversed())
      y.append(contentsOf: otherY[before].reversed())
      x.append(contentsOf: otherX[after].reversed())
      y.append(contentsOf: otherY[after].reversed())
    } else {
      append(after, of: other)
      append(before, of: other)
      append(x: otherX[first], y: otherY[first])
    }
    endRing()
  }
}
