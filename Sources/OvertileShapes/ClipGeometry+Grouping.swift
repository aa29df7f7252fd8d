import MapMath

/// From rings in any order back to polygons, each an exterior and its holes.
extension ClipGeometry {
  /// The geometry of this geometry. A hole goes to the exterior around it, within its own polygon. O(n); if a polygon
  /// has fallen apart, O(n log n) and the segments that rays from its holes meet.
  func geometry() -> WorldGeometry {
    var result = WorldGeometry(kind: kind)
    guard kind == .polygons else {
      result.x = x
      result.y = y
      result.ringEnds = ringEnds
      return result
    }
    if isInOrder {
      (result.x, result.y, result.ringEnds, result.polygonEnds) = (x, y, ringEnds, polygonEnds)
      return result
    }
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

  /// The first exterior around a hole: for each, the first of the hole's positions that is not on it decides.
  private func owner(ofHole hole: Int, _ exteriors: RingLocator) -> Int? {
    var (owner, undecided): (Int?, Set<Int>?) = (nil, nil)
    var met = 0
    for index in positions(ofRing: hole) {
      let found = exteriors.rings(roundX: x[index], y: y[index], met: &met)
      let inside = found.inside.filter { undecided?.contains($0) ?? true }
      owner = (inside + [owner].compactMap { $0 }).min()
      let open = Set(found.boundary).filter { (undecided?.contains($0) ?? true) && $0 < owner ?? .max }
      if open.isEmpty { break }
      undecided = open
    }
    return owner
  }
}

extension WorldGeometry {
  /// Adds a whole ring of a geometry.
  fileprivate mutating func append(ring: Int, of geometry: ClipGeometry) {
    let positions = geometry.positions(ofRing: ring)
    x.append(contentsOf: geometry.x[positions])
    y.append(contentsOf: geometry.y[positions])
    endRing()
  }
}
