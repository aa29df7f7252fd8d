import MapMath

/// Whether rings without a common position nest as their roles require, by the rings around one position of each.
struct RingNesting {
  private let geometry: WorldGeometry
  /// Per ring: the rings around it, up to the first hole that is inside another one of its polygon.
  private var around: [[Int]] = []

  /// Finds the rings around each by runs of segments; nil if too many of them lie beside each other.
  init?(_ runs: SegmentRuns) {
    geometry = runs.geometry
    guard geometry.ringEnds.count > 1 else { return }
    let locator = RingLocator(runs)
    var left = runs.mostPairs
    around.reserveCapacity(geometry.ringEnds.count)
    for polygon in geometry.polygonEnds.indices {
      let members = geometry.rings(ofPolygon: polygon)
      for ring in members {
        let first = geometry.positions(ofRing: ring).lowerBound
        let finding = locator.rings(roundX: geometry.x[first], y: geometry.y[first])
        left -= finding.looks
        guard left >= 0 else { return nil }
        around.append(finding.inside)
        if ring > members.lowerBound, finding.inside.contains(where: members.dropFirst().contains) { return }
      }
    }
  }

  /// Whether every hole is right inside its exterior, and every exterior in nothing, or right inside a hole of another
  /// polygon.
  func isProper() -> Bool {
    guard geometry.ringEnds.count > 1 else { return true }
    guard around.count == geometry.ringEnds.count else { return false }
    let isHole = geometry.areHoles
    // The innermost ring around another one is that which most rings are around.
    let parents = around.map { rings in rings.max { around[$0].count < around[$1].count } }
    return geometry.polygonEnds.indices.allSatisfy { polygon in
      let rings = geometry.rings(ofPolygon: polygon)
      return rings.allSatisfy { ring in
        if isHole[ring] { return parents[ring] == rings.lowerBound }
        return parents[ring].map { isHole[$0] } ?? true
      }
    }
  }
}
