import MapMath

/// A geometry without repeated positions, and the counts of what was removed.
struct CleanedGeometry {
  /// The geometry.
  var geometry: WorldGeometry
  /// Rings without area and lines without length that were left out.
  var dropped = 0
  /// Whether positions equal to the one before them were left out.
  var hadRepeats = false
}

extension WorldGeometry {
  /// This geometry without repeated positions, with rings closed and wound (exteriors positive), and without rings that
  /// have no area and lines that have no length; those are counted. O(n).
  consuming func withoutRepeatedPositions() -> CleanedGeometry {
    if isClean { return CleanedGeometry(winding: self) }
    var cleaned = CleanedGeometry(geometry: WorldGeometry(kind: kind))
    cleaned.geometry.x.reserveCapacity(x.count)
    cleaned.geometry.y.reserveCapacity(y.count)
    guard kind == .polygons else {
      for line in ringEnds.indices where !cleaned.append(lineAt: positions(ofRing: line), of: self) {
        cleaned.dropped += 1
      }
      return cleaned
    }
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      for ring in rings {
        let isHole = cleaned.geometry.ringEnds.count > (cleaned.geometry.polygonEnds.last ?? 0)
        if !cleaned.append(ringAt: positions(ofRing: ring), of: self, isHole: isHole) { cleaned.dropped += 1 }
      }
      if cleaned.geometry.ringEnds.count > (cleaned.geometry.polygonEnds.last ?? 0) { cleaned.geometry.endPolygon() }
    }
    return cleaned
  }
}

extension CleanedGeometry {
  /// Takes clean polygons, whose rings at most change their directions; their memory serves on.
  fileprivate init(winding polygons: consuming WorldGeometry) {
    geometry = polygons
    for polygon in geometry.polygonEnds.indices {
      let rings = geometry.rings(ofPolygon: polygon)
      for ring in rings { wind(geometry.positions(ofRing: ring), isHole: ring != rings.lowerBound) }
    }
  }

  /// Winds a closed ring with an area.
  private mutating func wind(_ ring: Range<Int>, isHole: Bool) {
    if (Shoelace.doubledArea(geometry.x, geometry.y, ring) < 0) != isHole {
      // In the grid y points south, so the right-hand rule is reversed here.
      geometry.x[ring].reverse()
      geometry.y[ring].reverse()
    }
  }

  fileprivate mutating func append(lineAt positions: Range<Int>, of other: WorldGeometry) -> Bool {
    let start = geometry.x.count
    if geometry.appendDistinct(positions, of: other) { hadRepeats = true }
    if geometry.x.count - start < 2 {
      geometry.truncate(to: start)
      return false
    }
    geometry.endRing()
    return true
  }

  fileprivate mutating func append(ringAt positions: Range<Int>, of other: WorldGeometry, isHole: Bool) -> Bool {
    let start = geometry.x.count
    if geometry.appendDistinct(positions, of: other) { hadRepeats = true }
    geometry.closeRing(from: start)
    let ring = start..<geometry.x.count
    if Shoelace.doubledArea(geometry.x, geometry.y, ring) != 0 {
      wind(ring, isHole: isHole)
    } else if !geometry.isBowTie(ring) {
      geometry.truncate(to: start)
      return false
    }
    // A bow-tie whose halves cancel has an area, too, which the repair finds.
    geometry.endRing()
    return true
  }
}

extension WorldGeometry {
  /// Whether these are polygons, each of rings, and every ring is closed, has an area and repeats no position.
  fileprivate var isClean: Bool {
    guard kind == .polygons, (polygonEnds.last ?? 0) == ringEnds.count else { return false }
    return polygonEnds.indices.allSatisfy { !rings(ofPolygon: $0).isEmpty }
      && ringEnds.indices.allSatisfy { ring in
        let positions = positions(ofRing: ring)
        guard let first = positions.first, let last = positions.last, x[first] == x[last], y[first] == y[last] else {
          return false
        }
        return Shoelace.doubledArea(x, y, positions) != 0 && !repeatsAny(positions)
      }
  }

  fileprivate mutating func closeRing(from start: Int) {
    guard x.count > start, x[start] != x[x.count - 1] || y[start] != y[y.count - 1] else { return }
    append(x: x[start], y: y[start])
  }

  /// Whether a ring without net area has positions off one straight line.
  fileprivate func isBowTie(_ ring: Range<Int>) -> Bool {
    guard ring.count >= 5 else { return false }
    let start = ring.lowerBound
    let (ax, ay) = (x[start + 1] - x[start], y[start + 1] - y[start])
    return ring.contains { ax * (y[$0] - y[start]) != ay * (x[$0] - x[start]) }
  }

  /// Adds positions except those equal to the one before; returns whether there were any.
  fileprivate mutating func appendDistinct(_ positions: Range<Int>, of other: WorldGeometry) -> Bool {
    guard other.repeatsAny(positions) else {
      append(positions, of: other)
      return false
    }
    let start = x.count
    for index in positions {
      if x.count > start, x[x.count - 1] == other.x[index], y[y.count - 1] == other.y[index] { continue }
      append(x: other.x[index], y: other.y[index])
    }
    return true
  }

  /// Whether some positions hold one that is equal to the one before it.
  func repeatsAny(_ positions: Range<Int>) -> Bool {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        positions.dropFirst().contains { x[$0] == x[$0 - 1] && y[$0] == y[$0 - 1] }
      }
    }
  }

  fileprivate mutating func truncate(to count: Int) {
    x.removeSubrange(count...)
    y.removeSubrange(count...)
  }
}
