import MapMath

/// An exact and quick test for validity.
extension WorldGeometry {
  /// The number of positions up to which each segment is compared with those near it, and rings with each other.
  private static let fewPositions = 256
  private static let fewRings = 16

  /// Whether no two segments touch except neighbors at their common end, and rings nest as their roles require.
  ///
  /// Such polygons are valid; valid polygons whose rings touch in points do not pass. Coordinates must be whole, rings
  /// closed, without repeated positions, and with an area. O(n log n), whatever the shape.
  func isStrictlySimple() -> Bool {
    if x.count <= Self.fewPositions, ringEnds.count <= Self.fewRings, let extent, extent.longerSide < 0x1p25 {
      return !SweptSegments(self).haveCrossings() && (ringEnds.count == 1 || nestsProperly())
    }
    var sweep = RingSweep(self)
    return sweep.isStrictlySimple()
  }

  private func nestsProperly() -> Bool {
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      for hole in rings.dropFirst() {
        guard isRing(hole, inside: rings.lowerBound) else { return false }
        for other in rings.dropFirst() where other != hole && isRing(hole, inside: other) { return false }
      }
      for other in polygonEnds.indices where other != polygon {
        let around = self.rings(ofPolygon: other)
        if isRing(rings.lowerBound, inside: around.lowerBound),
          !around.dropFirst().contains(where: { isRing(rings.lowerBound, inside: $0) })
        {
          return false
        }
      }
    }
    return true
  }

  /// Whether a ring lies inside another, if the two do not touch.
  private func isRing(_ ring: Int, inside other: Int) -> Bool {
    let first = positions(ofRing: ring).lowerBound
    return Shoelace.side(ofX: x[first], y: y[first], x, y, positions(ofRing: other)) == .inside
  }
}

/// The segments of all rings, from west to east.
private struct SweptSegments {
  private struct Segment {
    var ax, ay, bx, by: Double
    var minX, maxX, minY, maxY: Double
    /// The index of this segment, and of the ones before and after it in its ring.
    var index, previous, next: Int32
  }

  private var segments: [Segment] = []

  init(_ geometry: WorldGeometry) {
    segments.reserveCapacity(geometry.x.count)
    let (x, y) = (geometry.x, geometry.y)
    for ring in geometry.ringEnds.indices {
      let positions = geometry.positions(ofRing: ring)
      let (first, last) = (Int32(positions.lowerBound), Int32(positions.upperBound - 2))
      for index in positions.dropLast() {
        let (ax, ay, bx, by) = (x[index], y[index], x[index + 1], y[index + 1])
        let number = Int32(index)
        segments.append(
          Segment(
            ax: ax, ay: ay, bx: bx, by: by, minX: min(ax, bx), maxX: max(ax, bx), minY: min(ay, by), maxY: max(ay, by),
            index: number, previous: number == first ? last : number - 1, next: number == last ? first : number + 1))
      }
    }
    segments.sort { ($0.minX, $0.index) < ($1.minX, $1.index) }
  }

  /// Whether two segments that are not neighbors touch.
  func haveCrossings() -> Bool {
    segments.withUnsafeBufferPointer { segments in
      for (rank, a) in segments.enumerated() {
        var other = rank + 1
        while other < segments.count, segments[other].minX <= a.maxX {
          let b = segments[other]
          other += 1
          if b.maxY < a.minY || b.minY > a.maxY || b.index == a.previous || b.index == a.next { continue }
          if touch(a, b) { return true }
        }
      }
      return false
    }
  }

  /// Whether two segments whose rectangles overlap have a common point.
  private func touch(_ a: Segment, _ b: Segment) -> Bool {
    func turn(_ s: Segment, _ x: Double, _ y: Double) -> Double {
      (s.bx - s.ax) * (y - s.ay) - (s.by - s.ay) * (x - s.ax)
    }
    let (b1, b2) = (turn(a, b.ax, b.ay), turn(a, b.bx, b.by))
    if (b1 > 0 && b2 > 0) || (b1 < 0 && b2 < 0) { return false }
    let (a1, a2) = (turn(b, a.ax, a.ay), turn(b, a.bx, a.by))
    return !((a1 > 0 && a2 > 0) || (a1 < 0 && a2 < 0))
  }
}
