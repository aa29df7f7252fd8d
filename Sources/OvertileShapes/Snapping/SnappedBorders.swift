import MapMath

/// The moves and insertions that change shapes.
struct SnappedBorders {
  /// The shapes that change.
  let shapes: Set<Int32>
  private var moves: [GridPosition: GridPosition] = [:]
  private let insertions: [SIMD4<Double>: [GridPosition]]

  init(_ matches: NearMatches, _ joined: JoinedPositions, _ split: SplitSegments) {
    var shapes = split.shapes
    for number in matches.positions.indices where !joined.stays(number) {
      moves[matches.positions[number]] = matches.positions[Int(joined.targets[number])]
      shapes.formUnion(matches.shapes[number])
    }
    (self.shapes, insertions) = (shapes, split.insertions)
  }

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
        let moved = moves[position] ?? position
        result.append(x: moved.x, y: moved.y)
      }
      result.endRing()
    }
    result.polygonEnds = source.polygonEnds
    return result
  }
}
