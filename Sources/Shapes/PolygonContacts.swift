import MapMath

/// Which polygons of a geometry must be repaired together, and which need no repair.
///
/// Polygons belong together where their segments touch, where a position of one is so close to a segment of another that
/// rounding to whole coordinates joins them, and where one lies in another. Each group is repaired by itself, which gives
/// what a repair of all gives, in a time that does not grow with the number of groups. O(n log n) and the pairs of segments
/// whose rectangles meet.
struct PolygonContacts {
  /// Polygons that belong together, ascending.
  struct Group {
    var polygons: [Int]
    /// Whether it is one valid polygon that rounding to whole coordinates leaves as it is.
    var isSound: Bool
  }

  private let geometry: WorldGeometry
  private let segments: RingSegments
  private var polygonOfRing: [Int] = []
  private var parents: [Int]
  /// Per polygon: whether it touches or almost touches itself.
  private var isTight: [Bool]

  /// Positions closer than this to a segment, along an axis, are joined with it by rounding to whole coordinates.
  private static let reach = 0.5
  /// The pairs of segments that are looked at, for each position and at least.
  private static let pairsPerPosition = 256
  private static let fewestPairs = 1 << 20
  /// The pairs of a polygon's first position and a segment of another that are looked at, each a nanosecond.
  private static let mostSteps = 1 << 28

  /// Takes polygons on whole coordinates without repeated positions.
  init(_ geometry: WorldGeometry) {
    self.geometry = geometry
    segments = RingSegments(geometry)
    parents = Array(geometry.polygonEnds.indices)
    isTight = Array(repeating: false, count: geometry.polygonEnds.count)
    for polygon in geometry.polygonEnds.indices {
      polygonOfRing += geometry.rings(ofPolygon: polygon).map { _ in polygon }
    }
  }

  /// The groups by their first polygons; nil where finding them would take too long.
  mutating func groups() -> [Group]? {
    guard joinTouching(), joinNested() else { return nil }
    var numbers: [Int: Int] = [:]
    var groups: [Group] = []
    for polygon in parents.indices {
      let root = root(polygon)
      if let number = numbers[root] {
        groups[number].polygons.append(polygon)
        groups[number].isSound = false
      } else {
        numbers[root] = groups.count
        groups.append(Group(polygons: [polygon], isSound: !isTight[polygon]))
      }
    }
    for index in groups.indices where groups[index].isSound {
      groups[index].isSound = geometry.polygons(groups[index].polygons).isStrictlySimple()
    }
    return groups
  }

  private mutating func joinTouching() -> Bool {
    let tree = BoxTree(segments.starts.indices.map { segment($0).box })
    let limit = max(geometry.x.count * Self.pairsPerPosition, Self.fewestPairs)
    var pairs = 0
    for number in segments.starts.indices {
      let (first, polygon) = (segment(number), polygonOfRing[segments.ring(number)])
      let goesOn = tree.allSatisfy(meeting: first.box.grown(by: Self.reach)) { other in
        guard other > number else { return true }
        pairs += 1
        let second = polygonOfRing[segments.ring(other)]
        let isOwn = second == polygon
        if isOwn ? isTight[polygon] : root(second) == root(polygon) { return true }
        guard
          isOwn && segments.areNeighbors(number, other)
            ? Self.folds(first, segment(other)) : Self.areClose(first, segment(other))
        else { return true }
        if isOwn { isTight[polygon] = true } else { parents[root(second)] = root(polygon) }
        return pairs <= limit
      }
      guard goesOn else { return false }
    }
    return true
  }

  /// Joins polygons with those around them.
  private mutating func joinNested() -> Bool {
    let boxes = parents.indices.map { exteriorBox($0) }
    let tree = BoxTree(boxes)
    var steps = 0
    for polygon in parents.indices {
      let first = geometry.positions(ofRing: geometry.rings(ofPolygon: polygon).lowerBound).lowerBound
      let (x, y) = (geometry.x[first], geometry.y[first])
      let goesOn = tree.allSatisfy(meeting: BoxTree.Box(minX: x, minY: y, maxX: x, maxY: y)) { other in
        guard other != polygon, root(other) != root(polygon) else { return true }
        let rings = geometry.rings(ofPolygon: other)
        let start = geometry.positions(ofRing: rings.lowerBound).lowerBound
        steps += geometry.ringEnds[rings.upperBound - 1] - start
        // Where rings are tangled it is not said what lies in them.
        if isTight[other] || holds(other, x, y) { parents[root(polygon)] = root(other) }
        return steps <= Self.mostSteps
      }
      guard goesOn else { return false }
    }
    return true
  }

  private func holds(_ polygon: Int, _ px: Double, _ py: Double) -> Bool {
    let rings = geometry.rings(ofPolygon: polygon)
    func isInside(_ ring: Int) -> Bool {
      Shoelace.side(ofX: px, y: py, geometry.x, geometry.y, geometry.positions(ofRing: ring)) == .inside
    }
    return isInside(rings.lowerBound) && !rings.dropFirst().contains(where: isInside)
  }

  private mutating func root(_ polygon: Int) -> Int {
    var index = polygon
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  private func exteriorBox(_ polygon: Int) -> BoxTree.Box {
    let positions = geometry.positions(ofRing: geometry.rings(ofPolygon: polygon).lowerBound)
    return positions.reduce(into: .empty) { box, index in
      box.extend(
        to: BoxTree.Box(
          minX: geometry.x[index], minY: geometry.y[index], maxX: geometry.x[index], maxY: geometry.y[index]))
    }
  }

  private func segment(_ number: Int) -> SegmentContact.Segment {
    SegmentContact.Segment(geometry.x, geometry.y, Int(segments.starts[number]))
  }
}

extension PolygonContacts {
  private typealias Segment = SegmentContact.Segment

  /// Whether segments touch, or an end of one is within reach of the other.
  private static func areClose(_ s: Segment, _ t: Segment) -> Bool {
    if s.box.meets(t.box), SegmentContact.touch(s, t) { return true }
    return isNear(s, t.ax, t.ay) || isNear(s, t.bx, t.by) || isNear(t, s.ax, s.ay) || isNear(t, s.bx, s.by)
  }

  /// Whether one of two segments with a common end turns back so that its other end is within reach of the other one.
  private static func folds(_ s: Segment, _ t: Segment) -> Bool {
    (!s.ends(atX: t.ax, y: t.ay) && isNear(s, t.ax, t.ay)) || (!s.ends(atX: t.bx, y: t.by) && isNear(s, t.bx, t.by))
      || (!t.ends(atX: s.ax, y: s.ay) && isNear(t, s.ax, s.ay))
      || (!t.ends(atX: s.bx, y: s.by) && isNear(t, s.bx, s.by))
  }

  /// Whether a segment meets the square of one unit around a place.
  private static func isNear(_ s: Segment, _ x: Double, _ y: Double) -> Bool {
    guard s.box.grown(by: reach).meets(BoxTree.Box(minX: x, minY: y, maxX: x, maxY: y)) else { return false }
    // In half units, so that the corners are whole.
    let twice = Segment(ax: 2 * s.ax, ay: 2 * s.ay, bx: 2 * s.bx, by: 2 * s.by)
    let first = SegmentContact.side(twice, 2 * x - 1, 2 * y - 1)
    guard first != 0 else { return true }
    return first != SegmentContact.side(twice, 2 * x + 1, 2 * y - 1)
      || first != SegmentContact.side(twice, 2 * x - 1, 2 * y + 1)
      || first != SegmentContact.side(twice, 2 * x + 1, 2 * y + 1)
  }
}

extension BoxTree.Box {
  /// This box with a margin on all sides.
  @inline(__always)
  func grown(by margin: Double) -> BoxTree.Box {
    BoxTree.Box(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }
}
