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
    var cleaned = CleanedGeometry(cleaning: self)
    cleaned.geometry.wind()
    return cleaned
  }
}

extension CleanedGeometry {
  fileprivate init(cleaning source: WorldGeometry) {
    geometry = WorldGeometry(kind: source.kind)
    geometry.x.reserveCapacity(source.x.count)
    geometry.y.reserveCapacity(source.y.count)
    guard source.kind == .polygons else {
      for line in source.ringEnds.indices { append(source.positions(ofRing: line), of: source) }
      return
    }
    for polygon in source.polygonEnds.indices {
      for ring in source.rings(ofPolygon: polygon) { append(source.positions(ofRing: ring), of: source) }
      if geometry.hasOpenPolygon { geometry.endPolygon() }
    }
  }

  /// Adds a ring, closed, or a line, unless it has no extent.
  private mutating func append(_ positions: Range<Int>, of source: WorldGeometry) {
    let start = geometry.x.count
    func append(_ index: Int) {
      let isRepeated =
        geometry.x.count > start && geometry.x.last == source.x[index] && geometry.y.last == source.y[index]
      if !isRepeated { geometry.append(x: source.x[index], y: source.y[index]) }
    }
    positions.forEach(append)
    if geometry.x.count - start < positions.count { hadRepeats = true }
    if geometry.kind == .polygons, let first = positions.first { append(first) }
    if geometry.hasExtent(start..<geometry.x.count) {
      geometry.endRing()
    } else {
      geometry.truncate(to: start)
      dropped += 1
    }
  }
}

extension WorldGeometry {
  /// Whether a line has a length or a ring an area. A bow-tie whose halves cancel has one, too, which the repair finds.
  fileprivate func hasExtent(_ positions: Range<Int>) -> Bool {
    if kind == .lines { return positions.count > 1 }
    return Shoelace.doubledArea(x, y, positions) != 0 || isBowTie(positions)
  }

  /// Whether a ring without net area has positions off one straight line.
  private func isBowTie(_ ring: Range<Int>) -> Bool {
    guard ring.count >= 5 else { return false }
    let start = ring.lowerBound
    let (ax, ay) = (x[start + 1] - x[start], y[start + 1] - y[start])
    return ring.contains { ax * (y[$0] - y[start]) != ay * (x[$0] - x[start]) }
  }
}
