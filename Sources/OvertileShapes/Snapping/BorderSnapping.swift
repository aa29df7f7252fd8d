import MapMath
import OvertileSearching

/// Joins borders of different shapes that nearly match: positions become one, or become vertices of the other border.
///
/// Afterwards every border is within the distance of its source, and the other way around. Only positions and segments
/// that one ring or line alone has are looked at, so shapes that match do not change. Positions that move go to ones that
/// stay, so nothing is passed on. The result depends on the set of shapes and the distance only, not on their order.
package struct BorderSnapping: Sendable {
  private let matches: NearMatches
  /// Per number of a position: whether it must stay.
  private var areKept: [Bool]
  private var keptRings: Set<Int32> = []
  private var keptSegments: Set<GridSegment> = []
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
  package init?(_ shapes: [WorldGeometry], within distance: SnapDistance, _ check: () throws -> Void) throws {
    try check()
    let network = ArcNetwork(shapes)
    let borders = FreeBorders(network)
    var steps = max(borders.arcs.x.count * Self.stepsPerPosition, Self.fewestSteps)
    guard let found = try borders.nearPositions(within: distance, steps: &steps, check) else { return nil }
    let near = try NearMatches(found, borders, within: distance, network, steps: &steps, check)
    guard let near else { return nil }
    matches = near
    areKept = [Bool](repeating: false, count: matches.positions.count)
    keepSmall(shapes, distance)
  }

  /// Whether no borders nearly match.
  package var isEmpty: Bool { matches.pairs.isEmpty && matches.edges.allSatisfy(\.isEmpty) }

  /// The shapes that change, by their indices: joined with those near them, except what is kept.
  ///
  /// A polygon that would have a ring turned over or without an area is kept from then on, and so is what would make
  /// polygons overlap that did not. O(n) in the shapes that change or are near them.
  package mutating func snapped(_ sources: [WorldGeometry]) -> [Int: SnappedShape] {
    while true {
      let joined = JoinedPositions(matches, keeping: areKept)
      let split = SplitSegments(matches, joined, keeping: keptSegments, keptRings)
      (movedPositions, splitSegments) = (joined.movedCount, split.count)
      let borders = SnappedBorders(matches, joined, split)
      var result: [Int: SnappedShape] = [:]
      var isDone = true
      for index in borders.shapes.sorted().map({ Int($0) }) {
        let shape = borders.snapped(sources[index])
        if keep(shape.turnedPolygons(from: sources[index]), ofShape: index, sources) { isDone = false }
        result[index] = shape
      }
      if isDone, !keepOverlaps(result, sources) { return result }
    }
  }

  /// The shapes that have positions near others, by their indices.
  var nearShapes: Set<Int> { Set(matches.shapes.joined().map { Int($0) }) }
  /// The distance below which borders are joined.
  var distance: SnapDistance { matches.distance }

  /// Keeps positions and segments of a shape as they are in all results from now on.
  package mutating func keep(_ origins: Set<SnappedShape.Origin>, ofShape index: Int, _ source: WorldGeometry) {
    keptShapes.insert(index)
    for origin in origins {
      switch origin {
      case .position(let start):
        if let number = number(start, source) { areKept[number] = true }
      case .segment(let start):
        keptSegments.insert(segment(start, source))
      }
    }
  }

  /// Whether all of some positions and segments of a shape are kept, or have nothing near them.
  package func areKept(_ origins: Set<SnappedShape.Origin>, _ source: WorldGeometry) -> Bool {
    origins.allSatisfy { origin in
      switch origin {
      case .position(let start): number(start, source).map { areKept[$0] } ?? true
      case .segment(let start): keptSegments.contains(segment(start, source))
      }
    }
  }

  /// The number of a position of a shape, by its index.
  private func number(_ index: Int, _ source: WorldGeometry) -> Int? {
    matches.numbers[GridPosition(x: source.x[index], y: source.y[index])].map { Int($0) }
  }

  /// The segment of a shape that begins at an index.
  private func segment(_ index: Int, _ source: WorldGeometry) -> GridSegment {
    GridSegment(
      GridPosition(x: source.x[index], y: source.y[index]),
      GridPosition(x: source.x[index + 1], y: source.y[index + 1]))
  }

  /// Keeps some polygons of a shape as they are in all results from now on.
  ///
  /// - Returns: whether any of them was not kept before.
  package mutating func keep(_ polygons: [Int], ofShape index: Int, _ sources: [WorldGeometry]) -> Bool {
    var hasNew = false
    for ring in polygons.flatMap({ sources[index].rings(ofPolygon: $0) }) {
      guard keptRings.insert(matches.borders.firstRings[index] + Int32(ring)).inserted else { continue }
      keep(Set(sources[index].positions(ofRing: ring).map { .position($0) }), ofShape: index, sources[index])
      hasNew = true
    }
    return hasNew
  }

  /// Keeps the polygons that are as small as the distance.
  private mutating func keepSmall(_ shapes: [WorldGeometry], _ distance: SnapDistance) {
    for ring in matches.rings {
      let index = Int(matches.borders.shapes[Int(ring)])
      guard shapes[index].kind == .polygons else { continue }
      let number = Int(ring - matches.borders.firstRings[index])
      let polygon = shapes[index].polygonEnds.partitioningIndex { $0 > number }
      let outline = shapes[index].positions(ofRing: shapes[index].rings(ofPolygon: polygon).lowerBound)
      var box = BoxTree.Box.empty
      for position in outline {
        let (x, y) = (shapes[index].x[position], shapes[index].y[position])
        box.extend(to: BoxTree.Box(minX: x, minY: y, maxX: x, maxY: y))
      }
      guard max(box.maxX - box.minX, box.maxY - box.minY) <= distance.units(box) else { continue }
      _ = keep([polygon], ofShape: index, shapes)
    }
  }
}
