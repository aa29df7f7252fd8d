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
  /// The polygons that stay as they are: per shape, their indices.
  package private(set) var kept: [Int: Set<Int>] = [:]
  /// The number of positions that the last result moves.
  package private(set) var movedPositions = 0
  /// The number of segments that the last result splits.
  package private(set) var splitSegments = 0

  /// The pairs of positions and segments that may be examined for each position of a free border, and at least.
  private static let stepsPerPosition = 2048
  private static let fewestSteps = 1 << 26

  /// Finds the borders of lines and valid polygons on whole coordinates that nearly match; points are left alone.
  ///
  /// O(n log n) for ordinary shapes. Nil if so many borders are within the distance of each other that it would take too
  /// long.
  ///
  /// - Parameter check: called now and then; its error ends the work.
  package init?(_ shapes: [WorldGeometry], within distance: GroundDistance, _ check: () throws -> Void) throws {
    try check()
    let network = ArcNetwork(shapes)
    let borders = FreeBorders(shapes, network)
    var steps = max(borders.arcs.x.count * Self.stepsPerPosition, Self.fewestSteps)
    guard let found = try borders.nearPositions(within: distance, steps: &steps, check) else { return nil }
    matches = try NearMatches(found, borders, within: distance, shapes, network, check)
    areKept = [Bool](repeating: false, count: matches.positions.count)
    keepSmall(shapes, distance)
  }

  /// Whether no borders nearly match.
  package var isEmpty: Bool { matches.pairs.isEmpty && matches.edges.allSatisfy(\.isEmpty) }

  /// The shapes that change, by their indices: joined with those near them, but for the polygons that are kept.
  ///
  /// A polygon that would have a ring turned over or without an area is kept from then on. Repeated positions are left
  /// in. O(n) in the shapes that change.
  package mutating func snapped(_ sources: [WorldGeometry]) -> [Int: WorldGeometry] {
    while true {
      let joined = JoinedPositions(matches, keeping: areKept)
      let split = SplitSegments(matches, joined, keeping: keptRings)
      (movedPositions, splitSegments) = (joined.movedCount, split.count)
      let borders = SnappedBorders(matches, joined, split)
      var result: [Int: WorldGeometry] = [:]
      var isDone = true
      for index in borders.shapes.sorted() {
        let shape = borders.snapped(sources[Int(index)])
        let lost = shape.polygonsTurned(from: sources[Int(index)])
        if keep(lost, ofShape: Int(index), sources) { isDone = false }
        result[Int(index)] = shape
      }
      if isDone { return result }
    }
  }

  /// Keeps some polygons of a shape as they are in all results from now on.
  ///
  /// - Returns: whether any of them was not kept before.
  package mutating func keep(_ polygons: [Int], ofShape index: Int, _ sources: [WorldGeometry]) -> Bool {
    let new = polygons.filter { kept[index]?.contains($0) != true }
    for polygon in new {
      kept[index, default: []].insert(polygon)
      for ring in sources[index].rings(ofPolygon: polygon) {
        keptRings.insert(matches.borders.firstRings[index] + Int32(ring))
        for position in sources[index].positions(ofRing: ring) {
          let position = GridPosition(x: sources[index].x[position], y: sources[index].y[position])
          if let number = matches.numbers[position] { areKept[Int(number)] = true }
        }
      }
    }
    return !new.isEmpty
  }

  /// Keeps the polygons that are as small as the distance.
  private mutating func keepSmall(_ shapes: [WorldGeometry], _ distance: GroundDistance) {
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

extension WorldGeometry {
  /// The polygons that have a ring without area, or wound otherwise than the same ring before.
  fileprivate func polygonsTurned(from source: WorldGeometry) -> [Int] {
    guard kind == .polygons else { return [] }
    return polygonEnds.indices.filter { polygon in
      rings(ofPolygon: polygon).contains { ring in
        let area = Shoelace.doubledArea(x, y, positions(ofRing: ring))
        let before = Shoelace.doubledArea(source.x, source.y, source.positions(ofRing: ring))
        return area == 0 || (area > 0) != (before > 0)
      }
    }
  }
}
