import MapMath

extension WorldGeometry {
  /// A value that equal polygons have in common whatever their first positions, windings and order of holes.
  private struct Likeness: Hashable {
    let rings: Int
    let positions: Int
    let sumX, sumY: Double
  }

  /// These polygons without those that are equal to an earlier one; nil if all are different. O(n) if few are alike.
  func withoutEqualPolygons() -> WorldGeometry? {
    guard polygonEnds.count > 1 else { return nil }
    var alike: [Likeness: [Int]] = [:]
    for polygon in polygonEnds.indices { alike[likeness(ofPolygon: polygon), default: []].append(polygon) }
    guard alike.count < polygonEnds.count else { return nil }
    var isRepeated = [Bool](repeating: false, count: polygonEnds.count)
    for polygons in alike.values where polygons.count > 1 {
      var known: Set<[Double]> = []
      for polygon in polygons {
        let canonical = self.polygons([polygon]).canonical()
        let isNew = known.insert(canonical.x + canonical.y + canonical.ringEnds.map { Double($0) }).inserted
        isRepeated[polygon] = !isNew
      }
    }
    guard isRepeated.contains(true) else { return nil }
    return polygons(polygonEnds.indices.filter { !isRepeated[$0] })
  }

  /// Sums of whole numbers, so that their order does not matter.
  private func likeness(ofPolygon polygon: Int) -> Likeness {
    let rings = rings(ofPolygon: polygon)
    var (sumX, sumY, count) = (0.0, 0.0, 0)
    for ring in rings {
      for index in positions(ofRing: ring).dropLast() {
        sumX += x[index]
        sumY += y[index]
        count += 1
      }
    }
    return Likeness(rings: rings.count, positions: count, sumX: sumX, sumY: sumY)
  }
}
