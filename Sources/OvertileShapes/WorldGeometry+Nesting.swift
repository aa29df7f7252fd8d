import MapMath

/// Finds a few rings that are likely to be wrong, if GEOS would need long for all of them.
extension WorldGeometry {
  /// The factor by which the sweep's units are smaller than the whole shape.
  private static let units = 0x1p31
  /// The rings of the first part that is examined if segments touch, and the factor to the next part.
  private static let fewestRings = 64
  private static let more = 8

  /// Parts of polygons in which GEOS may find the fault of all of them; none if it needs little time for all.
  ///
  /// If no segments touch, a sweep finds the ring that does not nest as its role requires. Otherwise the parts are the
  /// first rings, more each time: a fault of some rings of polygons is a fault of all. Any units. O(n log n).
  func suspiciousParts() -> [WorldGeometry] {
    guard kind == .polygons, ringEnds.count > 2, let whole = inWholeNumbers()?.withoutRepeatedPositions(),
      whole.geometry.isDear
    else { return [] }
    if whole.dropped == 0 {
      // A fault in whole numbers is not reported: the original rings are tested.
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

  /// The same rings in whole numbers; nil if they have no extent.
  private func inWholeNumbers() -> WorldGeometry? {
    guard let extent, extent.longerSide > 0, extent.longerSide.isFinite else { return nil }
    let scale = Self.units / extent.longerSide
    var whole = self
    whole.x = x.map { (($0 - extent.minX) * scale).rounded() }
    whole.y = y.map { (($0 - extent.minY) * scale).rounded() }
    return whole
  }
}
