import MapMath

/// The polygons of a geometry that must be repaired together, and those that need no repair.
///
/// Polygons belong together if their segments touch, if a position of one, or a crossing of two, is so close to a
/// segment of another that rounding to whole coordinates joins them, or if one lies in another. Each group is repaired
/// by itself, with the same result as a repair of all, in a time that does not grow with the number of groups. O(n log
/// n) and the pairs of segments whose rectangles meet.
struct PolygonContacts {
  /// Polygons that belong together, ascending.
  struct Group: Equatable {
    var polygons: [Int]
    /// Whether it is one valid polygon that rounding to whole coordinates does not change.
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
  /// The pairs of segments that are examined, for each position and at least.
  private static let pairsPerPosition = 256
  private static let fewestPairs = 1 << 20
  /// The pairs of a polygon's first position and a segment of another that are examined, each a nanosecond.
  private static let mostSteps = 1 << 28

  /// Accepts polygons on whole coordinates without repeated positions.
  init(_ geometry: WorldGeometry) {
    self.geometry = geometry
    segments = RingSegments(geometry)
    parents = Array(geometry.polygonEnds.indices)
    isTight = Array(repeating: false, count: geometry.polygonEnds.count)
    for polygon in geometry.polygonEnds.indices {
      polygonOfRing += geometry.rings(ofPolygon: polygon).map { _ in polygon }
    }
  }

  /// The groups by their first polygons; nil if finding them would need too long.
  mutating func groups() -> [Group]? { groups(in: frame) }

  /// The frame in which boxes are small.
  var frame: BoxFrame { BoxFrame.suiting(segments.starts.count) { segment($0) } }

  /// The same in a frame, on which the groups do not depend.
  mutating func groups(in frame: BoxFrame) -> [Group]? {
    guard joinTouching(frame) || frame.isTurned && joinTouching(.upright), joinNested(frame) else { return nil }
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

  /// A crossing of segments, which becomes a position.
  private struct Crossing {
    let polygon: Int
    let x: Double
    let y: Double
  }

  /// Joins polygons whose segments are close; false if too many boxes of a frame overlap.
  private mutating func joinTouching(_ frame: BoxFrame) -> Bool {
    let tree = BoxTree(segments.starts.indices.map { frame.box(of: segment($0)) })
    let limit = max(geometry.x.count * Self.pairsPerPosition, Self.fewestPairs)
    var pairs = 0
    var crossings: [Crossing] = []
    for number in segments.starts.indices {
      let first = segment(number)
      let goesOn = tree.allSatisfy(meeting: frame.box(of: first).grown(by: frame.margin(Self.reach))) { other in
        guard other > number else { return true }
        pairs += 1
        join(number, first, other, &crossings)
        return pairs <= limit
      }
      guard goesOn else { return false }
    }
    for crossing in crossings {
      _ = tree.allSatisfy(meeting: frame.box(of: Self.square(crossing.x, crossing.y))) { other in
        let polygon = polygonOfRing[segments.ring(other)]
        if Self.meetsSquare(segment(other), crossing.x, crossing.y) { parents[root(polygon)] = root(crossing.polygon) }
        pairs += 1
        return pairs <= limit
      }
    }
    return pairs <= limit
  }

  private mutating func join(
    _ number: Int, _ first: SegmentContact.Segment, _ other: Int, _ crossings: inout [Crossing]
  ) {
    let second = segment(other)
    let (one, two) = (polygonOfRing[segments.ring(number)], polygonOfRing[segments.ring(other)])
    if segments.areNeighbors(number, other) {
      if !isTight[one], Self.folds(first, second) { isTight[one] = true }
      return
    }
    guard Self.areClose(first, second) else { return }
    if one == two { isTight[one] = true } else { parents[root(two)] = root(one) }
    if let location = Self.crossing(first, second) {
      crossings.append(Crossing(polygon: one, x: location.x, y: location.y))
    }
  }

  /// Joins polygons with those around them.
  private mutating func joinNested(_ frame: BoxFrame) -> Bool {
    let boxes = parents.indices.map { exteriorBox($0, .upright) }
    let turned = frame.isTurned ? parents.indices.map { exteriorBox($0, frame) } : boxes
    let tree = BoxTree(boxes)
    var steps = 0
    for polygon in parents.indices {
      let first = geometry.positions(ofRing: geometry.rings(ofPolygon: polygon).lowerBound).lowerBound
      let (x, y) = (geometry.x[first], geometry.y[first])
      let location = BoxTree.Box(minX: x, minY: y, maxX: x, maxY: y)
      let turnedBox = frame.box(of: location)
      let goesOn = tree.allSatisfy(meeting: location) { other in
        guard isTight[other] || turned[other].meets(turnedBox) else { return true }
        guard other != polygon, root(other) != root(polygon) else { return true }
        let rings = geometry.rings(ofPolygon: other)
        let start = geometry.positions(ofRing: rings.lowerBound).lowerBound
        steps += geometry.ringEnds[rings.upperBound - 1] - start
        // If rings are tangled, their inside is not defined.
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

  private func exteriorBox(_ polygon: Int, _ frame: BoxFrame) -> BoxTree.Box {
    let positions = geometry.positions(ofRing: geometry.rings(ofPolygon: polygon).lowerBound)
    return positions.dropLast().reduce(into: .empty) { box, index in
      box.extend(to: frame.box(of: SegmentContact.Segment(geometry.x, geometry.y, index)))
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

  /// The crossing of two segments on different lines, if there is one.
  private static func crossing(_ s: Segment, _ t: Segment) -> (x: Double, y: Double)? {
    guard SegmentContact.crossInside(s, t) else { return nil }
    let (dx, dy, ex, ey) = (s.bx - s.ax, s.by - s.ay, t.bx - t.ax, t.by - t.ay)
    let denominator = dx * ey - dy * ex
    guard denominator != 0 else { return nil }
    let share = min(max(((t.ax - s.ax) * ey - (t.ay - s.ay) * ex) / denominator, 0), 1)
    return (s.ax + share * dx, s.ay + share * dy)
  }

  /// The range of segments that may be joined with a crossing once it is rounded: half a unit on, and half a unit
  /// around.
  private static func square(_ x: Double, _ y: Double) -> BoxTree.Box {
    BoxTree.Box(minX: x, minY: y, maxX: x, maxY: y).grown(by: 2 * reach + 0.01)
  }

  private static func meetsSquare(_ s: Segment, _ x: Double, _ y: Double) -> Bool {
    let box = square(x, y)
    guard s.box.meets(box) else { return false }
    let first = SegmentContact.side(s, box.minX, box.minY)
    return first == 0 || first != SegmentContact.side(s, box.maxX, box.minY)
      || first != SegmentContact.side(s, box.minX, box.maxY) || first != SegmentContact.side(s, box.maxX, box.maxY)
  }

  /// Whether a segment meets the square of one unit around a position.
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
