import MapMath

/// Positions of free borders that nearly match the free border of another shape, and what they nearly match.
///
/// Does not depend on the order of the shapes, except for their indices.
struct NearMatches {
  /// Two positions of different shapes, each the other's nearest one of its shape.
  struct Pair {
    let squaredDistance: Double
    /// The numbers of the positions, the lower first.
    let one, other: Int32
  }

  let borders: FreeBorders
  let distance: SnapDistance
  /// The positions, ascending; a position's number is its index.
  private(set) var positions: [GridPosition] = []
  /// Per position: the distance in grid units.
  private(set) var reaches: [Double] = []
  /// Per position: the shapes that have it, ascending.
  private(set) var shapes: [[Int32]] = []
  /// Per position: the segments that it could be put into.
  private(set) var edges: [[NearSegment]] = []
  /// Ascending by distance, then by the positions.
  private(set) var pairs: [Pair] = []
  /// The numbers by position.
  private(set) var numbers: [GridPosition: Int32] = [:]
  /// Per position: the free arcs that it was found on, and where.
  private(set) var arcPositions: [[ArcPosition]] = []
  /// Per position at an end of these arcs: the shapes that have it.
  private(set) var shapesAtEnds: [GridPosition: [Int32]] = [:]

  /// A position of an arc.
  struct ArcPosition {
    /// The index of the position in the arcs.
    let index: Int32
    let arc: Int
  }

  /// A position is left alone if one that both shapes have is no farther than so many times the distance from border to
  /// border: there the borders meet at an angle of more than 14 degrees.
  private static let wedge = 4.0

  /// Finds what positions of free borders, by their indices, nearly match. O(m log n) for m positions whose
  /// surroundings are not crowded; nil if they are.
  ///
  /// - Parameter steps: the pairs of segments near a position that may be examined; the examined ones are subtracted.
  init?(
    _ found: [Int32], _ borders: FreeBorders, within distance: SnapDistance, steps: inout Int,
    _ check: () throws -> Void
  ) throws {
    (self.borders, self.distance) = (borders, distance)
    let found = found.map { ArcPosition(index: $0, arc: borders.arc(ofPosition: $0)) }
      .sorted { (borders.position(Int($0.index)), $0.index) < (borders.position(Int($1.index)), $1.index) }
    shapesAtEnds = borders.shapesAtEnds(of: Set(found.map(\.arc)))
    for one in found { add(one) }
    var nearest: [[Int32]] = []
    for number in positions.indices {
      if number % Self.perCheck == 0 { try check() }
      nearest.append(examine(number, steps: &steps))
      guard steps >= 0 else { return nil }
    }
    for (one, others) in nearest.enumerated() {
      for other in others where other > one && nearest[Int(other)].contains(Int32(one)) {
        let distance = positions[one].squaredDistance(to: positions[Int(other)])
        pairs.append(Pair(squaredDistance: distance, one: Int32(one), other: other))
      }
    }
    pairs.sort { ($0.squaredDistance, $0.one, $0.other) < ($1.squaredDistance, $1.one, $1.other) }
  }

  /// The rings that the positions were found on.
  var rings: Set<Int32> { Set(arcPositions.joined().map { borders.owners[$0.arc] }) }

  private mutating func add(_ found: ArcPosition) {
    let position = borders.position(Int(found.index))
    if positions.last == position { return arcPositions[arcPositions.count - 1].append(found) }
    numbers[position] = Int32(positions.count)
    positions.append(position)
    reaches.append(distance.units(y: position.y))
    shapes.append(shapesAtEnds[position] ?? [borders.shapes[Int(borders.owners[found.arc])]])
    arcPositions.append([found])
  }

  /// The number of positions between two checks.
  private static let perCheck = 1024

  /// Finds the segments that a position could be put into; returns the nearest position of each other shape.
  private mutating func examine(_ number: Int, steps: inout Int) -> [Int32] {
    let position = positions[number]
    let near = NearSegments(borders, position, reach: reaches[number])
    steps -= near.items.count * near.items.count
    var nearest: [Int32: (squaredDistance: Double, number: Int32)] = [:]
    let others = near.items.filter { !shapes[number].contains($0.shape) }
    edges.append(
      others.filter { item in
        !isWedge(number, item.foot.squaredDistance, item.shape)
          && !near.isBlocked(shapes[number] + [item.shape], item.foot.position, but: item.start)
      })
    for item in others {
      let segment = borders.segment(Int(item.start))
      for end in [GridPosition(x: segment.ax, y: segment.ay), GridPosition(x: segment.bx, y: segment.by)] {
        guard let other = numbers[end], mayMeet(number, Int(other), item.shape, near) else { continue }
        let candidate = (squaredDistance: position.squaredDistance(to: end), number: other)
        if let best = nearest[item.shape], best <= candidate { continue }
        nearest[item.shape] = candidate
      }
    }
    return Set(nearest.values.map(\.number)).sorted()
  }

  /// Whether two positions may become one.
  private func mayMeet(_ one: Int, _ other: Int, _ shape: Int32, _ near: NearSegments) -> Bool {
    let (a, b) = (positions[one], positions[other])
    let squaredDistance = a.squaredDistance(to: b)
    let reach = min(reaches[one], reaches[other])
    return squaredDistance <= reach * reach && !shapes[one].contains { shapes[other].contains($0) }
      && !isWedge(one, squaredDistance, shape) && !near.isBlocked(shapes[one] + shapes[other], b)
  }

  /// Whether borders meet near a position at an angle, so that they come near each other as they should.
  private func isWedge(_ number: Int, _ squaredDistance: Double, _ shape: Int32) -> Bool {
    let position = positions[number]
    return arcPositions[number].contains { found in
      borders.ends(found.arc).map(borders.position).contains { end in
        end != position && position.squaredDistance(to: end) <= Self.wedge * Self.wedge * squaredDistance
          && shapesAtEnds[end]?.contains(shape) == true
      }
    }
  }
}

/// A segment of a free border near a position.
struct NearSegment {
  /// The index of its first position in the arcs.
  let start: Int32
  let shape: Int32
  /// Its position that is nearest.
  let foot: SegmentFoot
}

/// The segments of free borders within a distance of a position.
struct NearSegments {
  private(set) var items: [NearSegment] = []
  private let borders: FreeBorders
  private let position: GridPosition

  /// Finds them. O(log n) and the runs near the position.
  init(_ borders: FreeBorders, _ position: GridPosition, reach: Double) {
    (self.borders, self.position) = (borders, position)
    let box = WorldBounds(minX: position.x, minY: position.y, maxX: position.x, maxY: position.y).grown(by: reach)
    _ = borders.tree.allSatisfy(meeting: box) { number in
      let run = borders.runs[number]
      for start in run.first..<run.last {
        let foot = SegmentFoot(of: position, on: borders.segment(Int(start)))
        guard foot.squaredDistance <= reach * reach else { continue }
        items.append(NearSegment(start: start, shape: run.shape, foot: foot))
      }
      return true
    }
  }

  /// Whether a segment of some shapes, except one, lies between the position and another one.
  func isBlocked(_ shapes: [Int32], _ other: GridPosition, but start: Int32 = -1) -> Bool {
    let way = SegmentContact.Segment(ax: position.x, ay: position.y, bx: other.x, by: other.y)
    return items.contains { item in
      item.start != start && shapes.contains(item.shape)
        && SegmentContact.crossAmid(way, borders.segment(Int(item.start)))
    }
  }
}
