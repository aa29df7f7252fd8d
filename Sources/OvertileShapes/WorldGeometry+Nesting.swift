import MapMath

/// Finds a few rings that are likely to be in the wrong place, among many that it would take GEOS long to look at.
extension WorldGeometry {
  /// How many times smaller than all of the shape the units are in which the sweep looks at it.
  private static let units = 0x1p31
  /// The rings of the first part that is looked at where segments touch, and how many times as many the next one has.
  private static let fewestRings = 64
  private static let more = 8

  /// Parts of polygons in which GEOS may find what is wrong with all of them; none where it takes little time to look at all.
  ///
  /// Where no segments touch, a sweep tells which ring does not nest as its role says. Else they are first rings, more each
  /// time: what is wrong with some rings of polygons is wrong with all. Any units. O(n log n).
  func suspiciousParts() -> [WorldGeometry] {
    guard kind == .polygons, ringEnds.count > 2, let whole = inWholeNumbers()?.withoutRepeatedPositions(),
      whole.geometry.isDear
    else { return [] }
    if whole.dropped == 0 {
      // What is found in whole numbers is not said to be a fault: that is asked of the rings as they are.
      var sweep = RingSweep(whole.geometry)
      if let found = sweep.wrongNesting() { return [rings { $0 == found.ring || $0 == found.around }] }
    }
    var parts: [WorldGeometry] = []
    var count = Self.fewestRings
    while count <= ringEnds.count / Self.more {
      parts.append(rings { $0 < count })
      count *= Self.more
    }
    return parts
  }

  /// Some rings with the exteriors of their polygons.
  private func rings(_ isMember: (Int) -> Bool) -> WorldGeometry {
    var part = WorldGeometry(kind: .polygons)
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      guard rings.contains(where: isMember) else { continue }
      for ring in rings where ring == rings.lowerBound || isMember(ring) {
        for index in positions(ofRing: ring) { part.append(x: x[index], y: y[index]) }
        part.endRing()
      }
      part.endPolygon()
    }
    return part
  }

  /// The same rings in whole numbers; nil where they have no extent.
  private func inWholeNumbers() -> WorldGeometry? {
    guard let extent, extent.longerSide > 0, extent.longerSide.isFinite else { return nil }
    let scale = Self.units / extent.longerSide
    var whole = self
    whole.x = x.map { (($0 - extent.minX) * scale).rounded() }
    whole.y = y.map { (($0 - extent.minY) * scale).rounded() }
    return whole
  }
}
