import MapMath

/// The union of polygons, found by sweeps in near-linear time where GEOS compares all segments with each other.
///
/// The result is that of GEOS's repair of each ring, union and reduction to whole coordinates: a position is inside if
/// an exterior winds around it and no hole of its polygon does, and segments move by less than a unit to positions and
/// crossings that they pass. O(n log n), the crossings, and the squares in which segments lie close.
struct Overlay {
  let geometry: WorldGeometry
  /// Whether holes that have nothing in common with their exterior vanish; otherwise there is no result, as GEOS makes
  /// polygons of them.
  private let dropsOuterHoles: Bool
  private var polygonOfRing: [Int32] = []

  /// The segments that are examined in areas, for each position and at least.
  private static let stepsPerPosition = 2_000
  private static let fewestSteps = 1 << 26
  /// The crossings that are counted regardless of a budget: they are kept, 16 bytes each.
  private static let mostCounted = 1 << 20

  /// Accepts closed rings on whole coordinates.
  ///
  /// - Parameter dropsOuterHoles: whether holes outside their exterior vanish: right where rounding has moved them there,
  ///   as it closes a wall around a hole that is thinner than a unit.
  init(_ geometry: WorldGeometry, dropsOuterHoles: Bool = false) {
    (self.geometry, self.dropsOuterHoles) = (geometry, dropsOuterHoles)
    for polygon in geometry.polygonEnds.indices {
      polygonOfRing += geometry.rings(ofPolygon: polygon).map { _ in Int32(polygon) }
    }
  }

  /// The valid polygons that these cover, in canonical order; nil if finding them would need too long.
  func result() -> WorldGeometry? { united() ?? snapped() }

  /// The valid polygons of rings whose segments meet at common ends only, in canonical order; nil if others meet.
  func united() -> WorldGeometry? {
    let order = geometry.x.indices.sorted {
      (geometry.x[$0], geometry.y[$0]) < (geometry.x[$1], geometry.y[$1])
    }
    var (x, y): ([Double], [Double]) = ([], [])
    var numbers = [Int32](repeating: 0, count: order.count)
    for index in order {
      if x.last != geometry.x[index] || y.last != geometry.y[index] {
        x.append(geometry.x[index])
        y.append(geometry.y[index])
      }
      numbers[index] = Int32(x.count - 1)
    }
    return polygons(x, y, steps { ring, index in [(ring, numbers[index], numbers[index + 1])] })
  }

  /// The valid polygons of any rings, in canonical order; nil if finding them would need too long.
  ///
  /// - Parameter contacts: the contacts of the segments, if they are known.
  func snapped(_ contacts: SegmentContacts? = nil) -> WorldGeometry? {
    guard let contacts = contacts ?? SegmentGrid(geometry).map(SegmentContacts.init),
      let columns = PixelColumns(geometry, contacts)
    else { return snappedInAreas() }
    let rings = RoundedRings(geometry, over: columns)
    return rings.polygons(polygonOfRing: polygonOfRing) ?? polygons(rings.x, rings.y, rings.steps)
  }

  /// The same where segments are long or many lie close to each other.
  func snappedInAreas() -> WorldGeometry? {
    let (segments, numbers) = differentSegments()
    let mostSteps = max(geometry.x.count * Self.stepsPerPosition, Self.fewestSteps)
    guard var pixels = HotPixels(segments, mostSteps: mostSteps) else { return nil }
    let vertices = pixels.vertices
    guard let paths = pixels.paths(over: vertices) else { return nil }
    let steps = steps { ring, index in
      let path = paths[numbers[index]]
      let isForward = (geometry.x[index], geometry.y[index]) < (geometry.x[index + 1], geometry.y[index + 1])
      return zip(path, path.dropFirst()).map { isForward ? (ring, $0, $1) : (ring, $1, $0) }
    }
    return polygons(vertices.map(\.x), vertices.map(\.y), steps)
  }

  /// The crossings of distinct segments; nil if counting them needs more steps than a budget allows.
  func crossings(within budget: ShapeBudget) -> CrossingSurvey? {
    CrossingSurvey(
      differentSegments().segments, mostCrossings: min(budget.crossings, Self.mostCounted), mostSteps: budget.closePairs
    )
  }

  private func polygons(_ x: [Double], _ y: [Double], _ steps: [Arrangement.Step]) -> WorldGeometry? {
    guard let arrangement = Arrangement(x: x, y: y, steps: steps) else { return nil }
    return arrangement.sides(polygonOfRing: polygonOfRing, dropsOuterHoles: dropsOuterHoles).flatMap {
      arrangement.polygons($0)
    }
  }

  /// The steps of all segments, by ring and first position.
  private func steps(_ body: (Int32, Int) -> [(Int32, Int32, Int32)]) -> [Arrangement.Step] {
    var steps: [Arrangement.Step] = []
    steps.reserveCapacity(geometry.x.count)
    for ring in geometry.ringEnds.indices {
      for index in geometry.positions(ofRing: ring).dropLast() {
        for (ring, from, to) in body(Int32(ring), index) where from != to {
          steps.append(Arrangement.Step(ring: ring, from: from, to: to))
        }
      }
    }
    return steps
  }

  /// The ends of a segment, whatever its direction.
  private struct Ends: Hashable {
    let low, high: HotPixels.Vertex
  }

  /// The segments of all rings without repetitions, each from its lower end by x, then y; and per position its segment.
  func differentSegments() -> (segments: [SegmentContact.Segment], numbers: [Int]) {
    var segments: [SegmentContact.Segment] = []
    var known: [Ends: Int] = [:]
    var numbers = [Int](repeating: 0, count: geometry.x.count)
    for ring in geometry.ringEnds.indices {
      for index in geometry.positions(ofRing: ring).dropLast() {
        let from = HotPixels.Vertex(x: geometry.x[index], y: geometry.y[index])
        let to = HotPixels.Vertex(x: geometry.x[index + 1], y: geometry.y[index + 1])
        let (low, high) = (from.x, from.y) < (to.x, to.y) ? (from, to) : (to, from)
        if let number = known[Ends(low: low, high: high)] {
          numbers[index] = number
        } else {
          known[Ends(low: low, high: high)] = segments.count
          numbers[index] = segments.count
          segments.append(SegmentContact.Segment(ax: low.x, ay: low.y, bx: high.x, by: high.y))
        }
      }
    }
    return (segments, numbers)
  }
}
