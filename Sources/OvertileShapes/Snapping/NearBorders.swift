/// Borders that are probably meant to match and do not: the positions of one that lie on the other, or just beyond it.
///
/// A position counts if it lies on a segment of another shape without being one of its ends, to a grid unit; or if it
/// lies in another polygon, within a meter of its border, and a position next to it is as near. Shapes that are apart
/// do not count, however near they are; nor do positions on the edge of the map, where shapes are cut.
package struct NearBorders: Sendable {
  /// The number of such positions.
  package let count: Int
  /// Whether there are more.
  package let isPartial: Bool
  /// The shapes that have them, ascending.
  package let shapes: [Int]

  private static let distance = SnapDistance(meters: 1)
  /// The positions near another border after which the search ends.
  private static let mostPositions = 20_000
  private static let stepsPerPosition = 64
  private static let fewestSteps = 1 << 24

  /// Finds those of the shapes of a simplifier. O(n) and O(r log r) in the free borders; nil if it would take too long.
  ///
  /// - Parameter check: called now and then; its error ends the work.
  package init?(_ simplifier: CoverageSimplifier, _ check: () throws -> Void) throws {
    let borders = FreeBorders(simplifier.network)
    var steps = max(borders.arcs.x.count * Self.stepsPerPosition, Self.fewestSteps)
    let found = try borders.nearPositions(
      within: Self.distance, steps: &steps, atMost: Self.mostPositions, check)
    guard let found else { return nil }
    guard let matches = try NearMatches(found, borders, within: Self.distance, steps: &steps, check) else { return nil }
    let meant = matches.positions.indices.filter(matches.isMeantToMatch)
    (count, isPartial) = (meant.count, found.count >= Self.mostPositions)
    shapes = Set(meant.flatMap { matches.shapes[$0] }).sorted().map { Int($0) }
  }

  /// Those of blocks of shapes together, each with the shapes of its block, ascending.
  package init(_ blocks: [(borders: NearBorders, members: ArraySlice<UInt32>)]) {
    count = blocks.reduce(0) { $0 + $1.borders.count }
    isPartial = blocks.contains { $0.borders.isPartial }
    shapes = blocks.flatMap { borders, members in
      borders.shapes.map { Int(members[members.startIndex + $0]) }
    }.sorted()
  }
}

extension NearMatches {
  /// Whether a position lies on the border of another shape, or beyond it along with a position next to it.
  fileprivate func isMeantToMatch(_ number: Int) -> Bool {
    guard !JoinedPositions.isOnEdge(positions[number].x), !JoinedPositions.isOnEdge(positions[number].y)
    else { return false }
    let isOfPolygons = shapes[number].contains { borders.network.isOfPolygons(Int($0)) }
    return edges[number].filter(\.foot.isInside).contains { edge in
      edge.foot.squaredDistance < 1
        || isOfPolygons && borders.network.isOfPolygons(Int(edge.shape)) && liesInside(number, edge)
          && isAlong(number, edge.shape)
    }
  }

  /// Whether a position lies on the inner side of the segment of a polygon. Exteriors are wound so that it is the one
  /// with positive turns, holes so, too.
  private func liesInside(_ number: Int, _ edge: NearSegment) -> Bool {
    let position = positions[number]
    let side = SegmentContact.side(borders.segment(Int(edge.start)), position.x, position.y)
    return side == (borders.areBackward[borders.arc(ofPosition: edge.start)] ? -1 : 1)
  }

  /// Whether a position next to one is also near a shape, or one of its own.
  private func isAlong(_ number: Int, _ shape: Int32) -> Bool {
    found[number].contains { index in
      [Int(index) - 1, Int(index) + 1].contains { next in
        guard borders.arcs.positions(ofRing: borders.arc(ofPosition: index)).contains(next) else { return false }
        let position = borders.position(next)
        if shapesAtEnds[position]?.contains(shape) == true { return true }
        return numbers[position].map { edges[Int($0)].contains { $0.shape == shape } } ?? false
      }
    }
  }
}
