import MapMath

extension WorldGeometry {
  /// The outlines of polygons as lines that have nothing but ends in common, each once; nil if segments cross where neither
  /// ends, so that the crossing must be rounded, if a ring turns back on itself, or if too many segments lie close to each
  /// other. Exact. O(n) for ordinary outlines.
  func noded() -> WorldGeometry? {
    var nodes = Nodes(self)
    let areNoded = SegmentRuns(self).allSatisfy { one, first, other, second in
      guard SegmentContact.touch(first, second) else { return true }
      guard !SegmentContact.crossAmid(first, second) else { return false }
      for end in [one, one + 1] { nodes.note(end, on: other) }
      for end in [other, other + 1] { nodes.note(end, on: one) }
      return true
    }
    return areNoded == true ? nodes.lines() : nil
  }
}

/// The positions at which segments of rings touch others.
private struct Nodes {
  private let rings: WorldGeometry
  private var isNode: [Bool]
  /// The ends of segments inside others, each with the first position of the other.
  private var inner: [(segment: Int, position: SIMD2<Double>)] = []

  init(_ rings: WorldGeometry) {
    self.rings = rings
    isNode = [Bool](repeating: false, count: rings.x.count)
  }

  /// Notes a position if it is on a segment.
  mutating func note(_ index: Int, on segment: Int) {
    let (x, y) = (rings.x[index], rings.y[index])
    let other = SegmentContact.Segment(rings.x, rings.y, segment)
    guard other.box.contains(x: x, y: y), SegmentContact.side(other, x, y) == 0 else { return }
    isNode[index] = true
    if !other.ends(atX: x, y: y) { inner.append((segment, SIMD2(x, y))) }
  }

  /// The lines between the nodes, those of one segment once; nil if a ring turns back on itself.
  func lines() -> WorldGeometry? {
    var lines = WorldGeometry(kind: .lines)
    var segments: Set<SIMD4<Double>> = []
    let inner = Dictionary(grouping: inner, by: \.segment)
    for ring in rings.ringEnds.indices {
      guard let path = path(rings.positions(ofRing: ring), inner) else { return nil }
      var start = 0
      for end in path.indices.dropFirst() where path[end].isNode || end == path.count - 1 {
        let count = lines.x.count
        for (position, _) in path[start...end] { lines.append(x: position.x, y: position.y) }
        if end > start + 1 || segments.insert(lines.ends(ofEdge: count)).inserted {
          lines.endRing()
        } else {
          lines.truncate(to: count)
        }
        start = end
      }
    }
    return lines
  }

  /// The positions of a ring and those inside its segments, and whether they are nodes; nil if the ring turns back on itself.
  private func path(
    _ ring: Range<Int>, _ inner: [Int: [(segment: Int, position: SIMD2<Double>)]]
  ) -> [(position: SIMD2<Double>, isNode: Bool)]? {
    var path: [(position: SIMD2<Double>, isNode: Bool)] = []
    path.reserveCapacity(ring.count)
    for index in ring {
      let from = position(index)
      path.append((from, isNode[index]))
      if index > ring.lowerBound, index < ring.upperBound - 1, turnsBack(index) { return nil }
      let steps = inner[index, default: []].map { $0.position - from }.sorted { ($0 * $0).sum() < ($1 * $1).sum() }
      for step in steps where from + step != path[path.count - 1].position { path.append((from + step, true)) }
    }
    return path
  }

  /// Whether the segment from a position goes back along the one to it.
  private func turnsBack(_ index: Int) -> Bool {
    let (from, at, to) = (position(index - 1), position(index), position(index + 1))
    let first = SegmentContact.Segment(ax: from.x, ay: from.y, bx: at.x, by: at.y)
    return SegmentContact.side(first, to.x, to.y) == 0 && ((at - from) * (to - at)).sum() < 0
  }

  private func position(_ index: Int) -> SIMD2<Double> { SIMD2(rings.x[index], rings.y[index]) }
}
