import MapMath

/// Determines by one sweep from west to east whether rings have no common position and nest as their roles require.
///
/// After Shamos and Hoey, "Geometric intersection problems" (1976): until the first contact the segments that the sweep
/// line meets have one order, and the two that meet first are neighbors in it before they do. The segment right under
/// the first position of a ring determines which ring is around it. All comparisons are exact in whole coordinates. O(n
/// log n), whatever the shape.
struct RingSweep {
  private let x: [Double]
  private let y: [Double]
  private let segments: RingSegments
  private var order = SweepOrder()
  /// Per segment: its node, while the sweep line meets it.
  private var nodes: [Int32]
  /// Per ring: the innermost ring around it, -1 for none; nil until the sweep line reaches it.
  private var parents: [Int?]
  /// Per ring: whether its inside is above those of its segments that run from west to east.
  private var isInsideAbove: [Bool]
  private let geometry: WorldGeometry

  /// Accepts closed rings without repeated positions, each with an area, on whole coordinates.
  init(_ geometry: WorldGeometry) {
    (self.geometry, x, y) = (geometry, geometry.x, geometry.y)
    segments = RingSegments(geometry)
    nodes = Array(repeating: SweepOrder.none, count: segments.starts.count)
    parents = Array(repeating: nil, count: geometry.ringEnds.count)
    isInsideAbove = Array(repeating: false, count: geometry.ringEnds.count)
  }

  /// Whether no two segments touch except neighbors at their common end, and rings nest as their roles require.
  mutating func isStrictlySimple() -> Bool { areAllApart() && misplacedRing() == nil }

  /// The first ring that does not nest as its role requires, and the innermost ring around it, -1 for none; nil if all
  /// do, and if segments touch.
  mutating func wrongNesting() -> (ring: Int, around: Int)? {
    guard areAllApart(), let ring = misplacedRing() else { return nil }
    return (ring, parents[ring] ?? -1)
  }

  /// Whether no two segments touch except neighbors at their common end.
  private mutating func areAllApart() -> Bool {
    // A segment begins at the position of its number in the ring, so segments identify positions.
    let events = segments.starts.indices.sorted { a, b in
      let (first, second) = (Int(segments.starts[a]), Int(segments.starts[b]))
      return (x[first], y[first], a) < (x[second], y[second], b)
    }
    var last: Int?
    for event in events {
      let position = Int(segments.starts[event])
      if let last, x[last] == x[position], y[last] == y[position] { return false }
      last = position
      guard pass(position, segments.previous(event), event) else { return false }
    }
    return true
  }

  /// Moves the sweep line over a position between two segments of a ring; false if a contact is found.
  private mutating func pass(_ position: Int, _ previous: Int, _ next: Int) -> Bool {
    let (hasPrevious, hasNext) = (nodes[previous] != SweepOrder.none, nodes[next] != SweepOrder.none)
    if hasPrevious, hasNext { return end(previous, next) }
    if hasPrevious { return replace(previous, with: next) }
    if hasNext { return replace(next, with: previous) }
    return begin(position, previous, next)
  }

  private mutating func begin(_ position: Int, _ previous: Int, _ next: Int) -> Bool {
    let (px, py) = (x[position], y[position])
    guard let below = order.highest(under: { SegmentContact.side(eastward($0), px, py) }) else { return false }
    let far = eastward(next)
    let side = SegmentContact.side(eastward(previous), far.bx, far.by)
    guard side != 0 else { return false }
    let (lower, upper) = side > 0 ? (previous, next) : (next, previous)
    let ring = segments.ring(next)
    if parents[ring] == nil {
      parents[ring] = ringAround(below)
      // The first position of a ring is a corner whose inside lies between its segments. The next one runs eastward.
      isInsideAbove[ring] = lower == next
    }
    let node = order.insert(lower, over: below)
    nodes[lower] = node
    nodes[upper] = order.insert(upper, over: node)
    return areApart(below, node) && areApart(nodes[upper], order.above(nodes[upper]))
  }

  private mutating func replace(_ old: Int, with new: Int) -> Bool {
    let node = nodes[old]
    order.replace(node, with: new)
    nodes[old] = SweepOrder.none
    nodes[new] = node
    return areApart(order.below(node), node) && areApart(node, order.above(node))
  }

  private mutating func end(_ previous: Int, _ next: Int) -> Bool {
    var (lower, upper) = (nodes[previous], nodes[next])
    if order.above(upper) == lower { swap(&lower, &upper) }
    guard order.above(lower) == upper else { return false }
    let (below, above) = (order.below(lower), order.above(upper))
    order.remove(lower)
    order.remove(upper)
    (nodes[previous], nodes[next]) = (SweepOrder.none, SweepOrder.none)
    return areApart(below, above)
  }

  /// Whether the segments of two nodes, either of which may be none, have no contact except that of neighbors in a
  /// ring.
  private func areApart(_ lower: Int32, _ upper: Int32) -> Bool {
    guard lower != SweepOrder.none, upper != SweepOrder.none else { return true }
    let (a, b) = (order.segment(lower), order.segment(upper))
    if segments.areNeighbors(min(a, b), max(a, b)) { return true }
    let (first, second) = (eastward(a), eastward(b))
    return !first.box.meets(second.box) || !SegmentContact.touch(first, second)
  }

  /// The innermost ring around the area right above a node.
  private func ringAround(_ node: Int32) -> Int {
    guard node != SweepOrder.none else { return -1 }
    let segment = order.segment(node)
    let ring = segments.ring(segment)
    return runsEast(segment) == isInsideAbove[ring] ? ring : parents[ring] ?? -1
  }

  /// The first hole that is not right inside its exterior, or exterior inside anything but a hole of another polygon.
  private func misplacedRing() -> Int? {
    var isHole = [Bool](repeating: true, count: parents.count)
    for polygon in geometry.polygonEnds.indices { isHole[geometry.rings(ofPolygon: polygon).lowerBound] = false }
    for polygon in geometry.polygonEnds.indices {
      let rings = geometry.rings(ofPolygon: polygon)
      let misplaced = rings.first { ring in
        let parent = parents[ring] ?? -1
        return ring != rings.lowerBound ? parent != rings.lowerBound : parent != -1 && !isHole[parent]
      }
      if let misplaced { return misplaced }
    }
    return nil
  }

  @inline(__always)
  private func runsEast(_ segment: Int) -> Bool {
    let start = Int(segments.starts[segment])
    return (x[start], y[start]) < (x[start + 1], y[start + 1])
  }

  /// A segment from its western end to its eastern one; from the northern to the southern one if it is upright.
  @inline(__always)
  private func eastward(_ segment: Int) -> SegmentContact.Segment {
    let start = Int(segments.starts[segment])
    let (from, to) = runsEast(segment) ? (start, start + 1) : (start + 1, start)
    return SegmentContact.Segment(ax: x[from], ay: y[from], bx: x[to], by: y[to])
  }
}
