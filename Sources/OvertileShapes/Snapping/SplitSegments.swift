import MapMath

/// Positions put into the segments of other shapes that they are near.
///
/// A position is put into one segment of each shape: the nearest, once its ends have moved.
struct SplitSegments {
  /// A position in a segment.
  private struct Split {
    /// The index of the segment's first position in the arcs.
    let start: Int32
    /// How far along the segment the position lies.
    let along: Double
    let number: Int32
    /// Of the segments of a shape the one of the lowest rank is chosen.
    let rank: (squaredDistance: Double, detour: Double, first: GridPosition, last: GridPosition)
  }

  /// The shapes whose segments are split.
  private(set) var shapes: Set<Int32> = []
  /// Per segment as it was, whatever its direction: the positions in it, from its end that is first by x, then y.
  private var insertions: [SIMD4<Double>: [GridPosition]] = [:]
  private let joined: JoinedPositions

  /// Chooses the segments. O(m) for m positions and the segments near each.
  ///
  /// - Parameter keptRings: the rings whose segments are not split.
  init(_ matches: NearMatches, _ joined: JoinedPositions, keeping keptRings: Set<Int32>) {
    self.joined = joined
    let borders = matches.borders
    var splits: [Split] = []
    for number in matches.positions.indices where joined.stays(number) {
      var best: [Int32: Split] = [:]
      for edge in matches.edges[number] where !joined.shapes[number].contains(edge.shape) {
        let ring = borders.owner(ofPosition: edge.start)
        guard let split = split(edge, by: number, matches), !keptRings.contains(ring) else { continue }
        if let known = best[edge.shape], known.rank <= split.rank { continue }
        best[edge.shape] = split
      }
      shapes.formUnion(best.keys)
      splits += best.values
    }
    for split in splits.sorted(by: { ($0.start, $0.along, $0.number) < ($1.start, $1.along, $1.number) }) {
      let (start, position) = (Int(split.start), matches.positions[Int(split.number)])
      let isForward = borders.position(start) < borders.position(start + 1)
      let inside = insertions[borders.arcs.ends(ofEdge: start), default: []]
      insertions[borders.arcs.ends(ofEdge: start)] = isForward ? inside + [position] : [position] + inside
    }
  }

  /// The split of a segment by a position that is near it; nil if the segment has it or lies on the edge of the map.
  private func split(_ edge: NearSegment, by number: Int, _ matches: NearMatches) -> Split? {
    let position = matches.positions[number]
    let a = joined.target(of: matches.borders.position(Int(edge.start)))
    let b = joined.target(of: matches.borders.position(Int(edge.start) + 1))
    // Cuts at the edge of the map stay straight, and need no positions of others.
    let isOnEdge =
      a.x == b.x && JoinedPositions.isOnEdge(a.x) || a.y == b.y && JoinedPositions.isOnEdge(a.y)
    guard a != b, a != position, b != position, !isOnEdge else { return nil }
    let foot = SegmentFoot(of: position, on: SegmentContact.Segment(ax: a.x, ay: a.y, bx: b.x, by: b.y))
    let (before, after) = (a.squaredDistance(to: position), position.squaredDistance(to: b))
    let along = (b.x - a.x) * (position.x - a.x) + (b.y - a.y) * (position.y - a.y)
    let detour = before.squareRoot() + after.squareRoot() - a.squaredDistance(to: b).squareRoot()
    return Split(
      start: edge.start, along: along, number: Int32(number),
      rank: (foot.squaredDistance, detour, min(a, b), max(a, b)))
  }

  /// The number of segments that are split.
  var count: Int { insertions.count }

  /// A shape with its positions moved and others put between them. O(n).
  func snapped(_ source: WorldGeometry) -> WorldGeometry {
    var result = WorldGeometry(kind: source.kind)
    for ring in source.ringEnds.indices {
      let positions = source.positions(ofRing: ring)
      for index in positions {
        let position = GridPosition(source, index)
        if index > positions.lowerBound, let inside = insertions[source.ends(ofEdge: index - 1)] {
          let isForward = GridPosition(source, index - 1) < position
          for other in isForward ? inside : inside.reversed() { result.append(x: other.x, y: other.y) }
        }
        let target = joined.target(of: position)
        result.append(x: target.x, y: target.y)
      }
      result.endRing()
    }
    result.polygonEnds = source.polygonEnds
    return result
  }
}
