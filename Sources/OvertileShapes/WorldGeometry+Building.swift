import MapMath

/// Putting geometries together.
extension WorldGeometry {
  /// Calls a closure with the positions, which are valid until it returns.
  @inline(__always)
  func withColumns<Result>(
    _ body: (_ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>) throws -> Result
  ) rethrows -> Result {
    try x.withUnsafeBufferPointer { x in try y.withUnsafeBufferPointer { y in try body(x, y) } }
  }

  /// Adds another geometry of the kind.
  mutating func append(_ other: WorldGeometry) {
    let (firstPosition, firstRing) = (x.count, ringEnds.count)
    x += other.x
    y += other.y
    ringEnds += other.ringEnds.map { firstPosition + $0 }
    polygonEnds += other.polygonEnds.map { firstRing + $0 }
  }

  /// Adds some positions of another geometry to the open ring.
  mutating func append(_ positions: Range<Int>, of other: WorldGeometry) {
    x.append(contentsOf: other.x[positions])
    y.append(contentsOf: other.y[positions])
  }

  /// Removes all positions from one on, which belong to the open ring.
  mutating func truncate(to count: Int) {
    x.removeSubrange(count...)
    y.removeSubrange(count...)
  }

  /// Whether there is a ring after the last polygon.
  var hasOpenPolygon: Bool { ringEnds.count > (polygonEnds.last ?? 0) }

  /// Some of the polygons, by their numbers.
  func polygons(_ numbers: [Int]) -> WorldGeometry {
    var some = WorldGeometry(kind: .polygons)
    for number in numbers {
      for ring in rings(ofPolygon: number) {
        some.append(positions(ofRing: ring), of: self)
        some.endRing()
      }
      some.endPolygon()
    }
    return some
  }

  /// Per ring of polygons: whether it is a hole.
  var areHoles: [Bool] {
    var areHoles = [Bool](repeating: kind == .polygons, count: ringEnds.count)
    for polygon in polygonEnds.indices { areHoles[rings(ofPolygon: polygon).lowerBound] = false }
    return areHoles
  }

  /// Adds some parts of polygons, or all lines, with the positions that a closure adds for each ring.
  ///
  /// - Parameter isLeftOut: whether a hole, or a part with all its holes, is left out, by its ring or exterior.
  @inline(__always)
  mutating func appendParts(
    of source: WorldGeometry, unless isLeftOut: (Int) -> Bool, _ appendRing: (Int, inout WorldGeometry) -> Void
  ) {
    guard kind == .polygons else {
      for line in source.ringEnds.indices {
        appendRing(line, &self)
        endRing()
      }
      return
    }
    for polygon in source.polygonEnds.indices {
      let rings = source.rings(ofPolygon: polygon)
      guard !isLeftOut(rings.lowerBound) else { continue }
      for ring in rings where ring == rings.lowerBound || !isLeftOut(ring) {
        appendRing(ring, &self)
        endRing()
      }
      endPolygon()
    }
  }

  /// Winds the rings of polygons in place: exteriors positive, holes negative. O(n).
  ///
  /// In the grid y points south, so the right-hand rule is reversed here.
  mutating func wind() {
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      for ring in rings {
        let positions = positions(ofRing: ring)
        let area = Shoelace.doubledArea(x, y, positions)
        if area != 0, (area < 0) != (ring != rings.lowerBound) {
          x[positions].reverse()
          y[positions].reverse()
        }
      }
    }
  }
}
