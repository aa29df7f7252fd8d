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

  /// The lines between the nodes; nil if a ring turns back on itself.
  func lines() -> WorldGeometry? {
    var lines = DistinctLines()
    let inner = Dictionary(grouping: inner, by: \.segment)
    for ring in rings.ringEnds.indices {
      let positions = rings.positions(ofRing: ring)
      for index in positions.dropLast() {
        let from = position(index)
        lines.append(from)
        if isNode[index] { lines.split() }
        if index > positions.lowerBound, turnsBack(index) { return nil }
        let steps = inner[index, default: []].map { $0.position - from }
        for step in steps.sorted(by: { ($0 * $0).sum() < ($1 * $1).sum() }) {
          lines.append(from + step)
          lines.split()
        }
      }
      lines.append(position(positions.upperBound - 1))
      lines.end()
    }
    return lines.geometry
  }

  /// Whether the segment from a position goes back along the one to it.
  private func turnsBack(_ index: Int) -> Bool {
    let (from, at, to) = (position(index - 1), position(index), position(index + 1))
    let first = SegmentContact.Segment(ax: from.x, ay: from.y, bx: at.x, by: at.y)
    return SegmentContact.side(first, to.x, to.y) == 0 && ((at - from) * (to - at)).sum() < 0
  }

  private func position(_ index: Int) -> SIMD2<Double> { SIMD2(rings.x[index], rings.y[index]) }
}

/// Lines of which those of one segment come once.
private struct DistinctLines {
  private(set) var geometry = WorldGeometry(kind: .lines)
  private var segments: Set<SIMD4<Double>> = []
  private var start = 0

  /// Adds a position to the open line unless it is its last one.
  mutating func append(_ position: SIMD2<Double>) {
    if geometry.x.count > start, geometry.x.last == position.x, geometry.y.last == position.y { return }
    geometry.append(x: position.x, y: position.y)
  }

  /// Ends the open line, and begins another one where it ends.
  mutating func split() {
    guard let x = geometry.x.last, let y = geometry.y.last else { return }
    end()
    geometry.append(x: x, y: y)
  }

  /// Ends the open line.
  mutating func end() {
    let count = geometry.x.count - start
    if count > 2 || count == 2 && segments.insert(geometry.ends(ofEdge: start)).inserted {
      geometry.endRing()
      start = geometry.x.count
    } else {
      geometry.x.removeLast(count)
      geometry.y.removeLast(count)
    }
  }
}
