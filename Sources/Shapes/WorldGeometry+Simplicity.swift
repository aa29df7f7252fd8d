import MapMath

/// A test for validity that is exact and quick.
extension WorldGeometry {
  /// Positions up to which a sweep finds crossings sooner than a tree.
  private static let fewPositions = 256
  /// Rings up to which each is held against each.
  private static let fewRings = 16

  /// Whether no two segments touch but neighbours at their common end, and rings nest as their roles say.
  ///
  /// Such polygons are valid; valid polygons whose rings touch in points do not pass. Coordinates must be whole, rings
  /// closed, without repeated positions, and with an area. O(n log n) and the pairs of segments whose rectangles meet.
  ///
  /// - Parameter closePairs: how many such pairs are looked at; with more, the answer is false.
  func isStrictlySimple(within closePairs: Int = .max) -> Bool {
    if x.count <= Self.fewPositions, let extent, extent.longerSide < 0x1p25 {
      if SweptSegments(self).haveCrossings() { return false }
    } else {
      let survey = SegmentSurvey(self, limits: .init(closePairs: closePairs, touches: 0))
      if survey.isCut { return false }
    }
    if ringEnds.count == 1 { return true }
    return ringEnds.count <= Self.fewRings ? nestsProperly() : nestsProperly(within: closePairs)
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

  /// The same for many rings, each located by a ray; false as soon as the rays meet too many segments.
  private func nestsProperly(within limit: Int) -> Bool {
    let locator = RingLocator(x, y, rings: ringEnds.indices.map { ($0, positions(ofRing: $0)) })
    var polygonOfRing: [Int] = []
    for polygon in polygonEnds.indices { polygonOfRing += rings(ofPolygon: polygon).map { _ in polygon } }
    var met = 0
    for ring in ringEnds.indices {
      let first = positions(ofRing: ring).lowerBound
      let around = locator.rings(roundX: x[first], y: y[first], but: ring, met: &met).inside
      guard met <= limit else { return false }
      let own = polygonOfRing[ring]
      let isHole = ring != rings(ofPolygon: own).lowerBound
      if isHole, !around.contains(rings(ofPolygon: own).lowerBound) { return false }
      // Rings come in order, so the rings of one polygon stand together, its exterior first.
      for (index, other) in around.enumerated() {
        let polygon = polygonOfRing[other]
        let isExterior = other == rings(ofPolygon: polygon).lowerBound
        if isHole, polygon == own, !isExterior { return false }
        guard !isHole, isExterior else { continue }
        guard index + 1 < around.count, polygonOfRing[around[index + 1]] == polygon else { return false }
      }
    }
    return true
  }

  /// Whether a ring lies inside another, given that the two do not touch.
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

  /// Whether two segments that are not neighbours touch.
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
