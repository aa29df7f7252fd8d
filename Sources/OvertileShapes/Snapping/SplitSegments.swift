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
  }

  /// A segment for a position; the one of the lowest rank is chosen.
  private struct Choice {
    let split: Split
    let rank: (squaredDistance: Double, detour: Double, first: GridPosition, last: GridPosition)
  }

  private var splits: [Split] = []
  private let matches: NearMatches
  private let joined: JoinedPositions

  /// Chooses the segments. O(m) for m positions and the segments near each.
  ///
  /// - Parameter keptRings: the rings whose segments are not split.
  init(_ matches: NearMatches, _ joined: JoinedPositions, keeping keptRings: Set<Int32>) {
    (self.matches, self.joined) = (matches, joined)
    for number in matches.positions.indices where joined.stays(number) {
      var best: [Int32: Choice] = [:]
      for edge in matches.edges[number] where !joined.shapes[number].contains(edge.shape) {
        guard let choice = choice(number, edge), !keptRings.contains(ring(edge.start)) else { continue }
        if let known = best[edge.shape], known.rank <= choice.rank { continue }
        best[edge.shape] = choice
      }
      splits += best.values.map(\.split)
    }
    splits.sort { ($0.start, $0.along, $0.number) < ($1.start, $1.along, $1.number) }
  }

  private func ring(_ start: Int32) -> Int32 { matches.borders.owners[matches.borders.arc(ofPosition: start)] }

  /// Where a position of an arc has moved to.
  private func moved(_ index: Int) -> GridPosition {
    let position = matches.borders.position(index)
    return matches.numbers[position].map { matches.positions[Int(joined.targets[Int($0)])] } ?? position
  }

  private func choice(_ number: Int, _ edge: NearMatches.Edge) -> Choice? {
    let position = matches.positions[number]
    let (a, b) = (moved(Int(edge.start)), moved(Int(edge.start) + 1))
    // Cuts at the edge of the map stay straight, and need no positions of others.
    let isOnEdge =
      a.x == b.x && JoinedPositions.isOnEdge(a.x) || a.y == b.y && JoinedPositions.isOnEdge(a.y)
    guard a != b, a != position, b != position, !isOnEdge else { return nil }
    let foot = SegmentFoot(of: position, on: SegmentContact.Segment(ax: a.x, ay: a.y, bx: b.x, by: b.y))
    let (before, after) = (a.squaredDistance(to: position), position.squaredDistance(to: b))
    let along = (b.x - a.x) * (position.x - a.x) + (b.y - a.y) * (position.y - a.y)
    let detour = before.squareRoot() + after.squareRoot() - a.squaredDistance(to: b).squareRoot()
    return Choice(
      split: Split(start: edge.start, along: along, number: Int32(number)),
      rank: (foot.squaredDistance, detour, min(a, b), max(a, b)))
  }

  /// The number of segments that are split.
  var count: Int { splits.indices.count { $0 == 0 || splits[$0].start != splits[$0 - 1].start } }

  /// The shapes whose segments are split.
  var shapes: Set<Int32> { Set(splits.map { matches.borders.shapes[Int(ring($0.start))] }) }

  /// Per segment as it was, whatever its direction: the positions in it, from its end that is first by x, then y.
  var insertions: [SIMD4<Double>: [GridPosition]] {
    var result: [SIMD4<Double>: [GridPosition]] = [:]
    for split in splits {
      let start = Int(split.start)
      let position = matches.positions[Int(split.number)]
      let isForward = matches.borders.position(start) < matches.borders.position(start + 1)
      let key = matches.borders.arcs.ends(ofEdge: start)
      let inside = result[key] ?? []
      result[key] = isForward ? inside + [position] : [position] + inside
    }
    return result
  }
}
