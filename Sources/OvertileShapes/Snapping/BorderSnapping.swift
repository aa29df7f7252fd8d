import MapMath
import OvertileCore

/// Joins borders of different shapes that nearly match: positions become one, or become vertices of the other border.
///
/// Afterwards every border is within the distance of its source, and the other way around. Only positions and segments
/// that one ring or line alone has are looked at, so shapes that match do not change. Positions that move go to ones that
/// stay, so nothing is passed on. The result depends on the set of shapes and the distance only, not on their order.
package struct BorderSnapping: Sendable {
  private let shapes: OrderedShapes
  private let matches: NearMatches
  /// Per number of a position: whether it must stay.
  private var areKept: [Bool]
  private var keptRings: Set<Int32> = []
  /// The shapes that are not joined everywhere.
  package private(set) var keptShapes: Set<Int> = []
  /// The number of positions that the last result moves.
  package private(set) var movedPositions = 0
  /// The number of segments that the last result splits.
  package private(set) var splitSegments = 0

  /// The pairs of positions and segments, and of segments near a position, that may be examined for each position of a
  /// free border, and at least.
  private static let stepsPerPosition = 4096
  private static let fewestSteps = 1 << 30

  /// Finds the borders of lines and valid polygons on whole coordinates that nearly match; points are left alone.
  ///
  /// O(n log n) for ordinary shapes. Nil if so many borders are within the distance of each other that it would take too
  /// long.
  ///
  /// - Parameter check: called now and then; its error ends the work.
  package init?(_ shapes: OrderedShapes, within distance: SnapDistance, _ check: () throws -> Void) throws {
    try check()
    let borders = FreeBorders(ArcNetwork(shapes))
    var steps = max(borders.arcs.x.count * Self.stepsPerPosition, Self.fewestSteps)
    guard let found = try borders.nearPositions(within: distance, steps: &steps, check) else { return nil }
    guard let near = try NearMatches(found, borders, within: distance, steps: &steps, check) else { return nil }
    (self.shapes, matches) = (shapes, near)
    areKept = [Bool](repeating: false, count: matches.positions.count)
    keepSmall(distance)
  }

  /// Whether no borders nearly match.
  package var isEmpty: Bool { matches.pairs.isEmpty && matches.edges.allSatisfy(\.isEmpty) }

  /// The shapes that change, by their indices: joined with those near them, except what is kept. Positions may be repeated.
  ///
  /// A polygon that would have a ring turned over or without an area is kept from then on, and so are polygons that would
  /// overlap where they did not. O(n) in the shapes that change or are near them.
  package mutating func snapped() -> [Int: WorldGeometry] {
    while true {
      let joined = JoinedPositions(matches, keeping: areKept)
      let split = SplitSegments(matches, joined, keeping: keptRings)
      let moved = joined.moved
      (movedPositions, splitSegments) = (moved.count, split.count)
      var result: [Int: WorldGeometry] = [:]
      for index in moved.shapes.union(split.shapes) { result[Int(index)] = split.snapped(shapes[Int(index)]) }
      var wrong = result.map { ($0, $1.turnedPolygons(from: shapes[$0])) }
      if wrong.allSatisfy({ $1.isEmpty }) {
        let near = Set(matches.shapes.joined().map { Int($0) })
        wrong = SnappedOverlaps(result, among: near, shapes, within: matches.distance).polygons
      }
      let hasNew = wrong.reduce(false) { keep($1.1, ofShape: $1.0) || $0 }
      if !hasNew { return result }
    }
  }

  /// Keeps some polygons of a shape as they are in all results from now on.
  ///
  /// - Returns: whether any of them was not kept before.
  @discardableResult
  package mutating func keep(_ polygons: [Int], ofShape index: Int) -> Bool {
    var hasNew = false
    let (rings, shape) = (matches.borders.network.rings(ofShape: index), shapes[index])
    for ring in polygons.flatMap({ shape.rings(ofPolygon: $0) }) {
      guard keptRings.insert(Int32(rings.lowerBound + ring)).inserted else { continue }
      for position in shape.positions(ofRing: ring) {
        if let number = matches.numbers[GridPosition(shape, position)] { areKept[Int(number)] = true }
      }
      keptShapes.insert(index)
      hasNew = true
    }
    return hasNew
  }

  /// Keeps the polygons that are as small as the distance.
  private mutating func keepSmall(_ distance: SnapDistance) {
    let rings = Dictionary(grouping: matches.rings) { Int(matches.borders.shapes[Int($0)]) }
    for (index, rings) in rings where shapes.kind(index) == .polygons {
      let (shape, first) = (shapes[index], matches.borders.network.rings(ofShape: index).lowerBound)
      let polygons = Set(rings.map { ring in shape.polygonEnds.partitioningIndex { $0 > Int(ring) - first } })
      let small = polygons.filter { polygon in
        let box = shape.bounds(of: shape.positions(ofRing: shape.rings(ofPolygon: polygon).lowerBound))
        return box.longerSide <= distance.units(box)
      }
      keep(Array(small), ofShape: index)
    }
  }
}
