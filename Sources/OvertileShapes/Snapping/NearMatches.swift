/// Positions of free borders that nearly match the free border of another shape, and what they nearly match.
///
/// Does not depend on the order of the shapes, except for their indices.
struct NearMatches {
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
  /// The pairs of positions of different shapes, each the other's nearest one of its shape, by their numbers, the lower first;
  /// ascending by distance, then by the numbers.
  private(set) var pairs: [(squaredDistance: Double, one: Int32, other: Int32)] = []
  /// The numbers by position.
  private(set) var numbers: [GridPosition: Int32] = [:]
  /// Per position: where on free arcs it was found, by its indices in the arcs.
  private(set) var found: [[Int32]] = []
  /// Per position at an end of these arcs: the shapes that have it.
  private(set) var shapesAtEnds: [GridPosition: [Int32]] = [:]

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
    shapesAtEnds = borders.shapesAtEnds(of: Set(found.map(borders.arc(ofPosition:))))
    for (position, index) in found.map({ (borders.position(Int($0)), $0) }).sorted(by: <) { add(position, index) }
    var nearest: [[Int32]] = []
    for number in positions.indices {
      if number % Self.perCheck == 0 { try check() }
      nearest.append(examine(number, steps: &steps))
      guard steps >= 0 else { return nil }
    }
    for (one, others) in nearest.enumerated() {
      for other in others where other > one && nearest[Int(other)].contains(Int32(one)) {
        let distance = positions[one].squaredDistance(to: positions[Int(other)])
        pairs.append((distance, Int32(one), other))
      }
    }
    pairs.sort { $0 < $1 }
  }

  /// The rings that the positions were found on.
  var rings: Set<Int32> { Set(found.joined().map(borders.owner(ofPosition:))) }

  private mutating func add(_ position: GridPosition, _ index: Int32) {
    if positions.last == position { return found[found.count - 1].append(index) }
    numbers[position] = Int32(positions.count)
    positions.append(position)
    reaches.append(distance.units(y: position.y))
    shapes.append(shapesAtEnds[position] ?? [borders.shapes[Int(borders.owner(ofPosition: index))]])
    found.append([index])
  }

  /// The number of positions between two checks.
  private static let perCheck = 1024

  /// Finds the segments that a position could be put into; returns the nearest position of each other shape.
  private mutating func examine(_ number: Int, steps: inout Int) -> [Int32] {
    let position = positions[number]
    let near = borders.segments(near: position, reach: reaches[number])
    steps -= near.count * near.count
    var nearest: [Int32: (squaredDistance: Double, number: Int32)] = [:]
    let others = near.filter { !shapes[number].contains($0.shape) }
    edges.append(
      others.filter { item in
        let rest = near.filter { $0.start != item.start }
        return !isWedge(number, item.foot.squaredDistance, item.shape)
          && !isBlocked(number, shapes[number] + [item.shape], item.foot.position, rest)
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
  private func mayMeet(_ one: Int, _ other: Int, _ shape: Int32, _ near: [NearSegment]) -> Bool {
    let (a, b) = (positions[one], positions[other])
    let squaredDistance = a.squaredDistance(to: b)
    let reach = min(reaches[one], reaches[other])
    return squaredDistance <= reach * reach && !shapes[one].contains { shapes[other].contains($0) }
      && !isWedge(one, squaredDistance, shape) && !isBlocked(one, shapes[one] + shapes[other], b, near)
  }

  /// Whether one of some segments, of some shapes, lies between a position and another one.
  private func isBlocked(_ number: Int, _ shapes: [Int32], _ other: GridPosition, _ near: [NearSegment]) -> Bool {
    let way = SegmentContact.Segment(ax: positions[number].x, ay: positions[number].y, bx: other.x, by: other.y)
    return near.contains { shapes.contains($0.shape) && SegmentContact.crossAmid(way, borders.segment(Int($0.start))) }
  }

  /// Whether borders meet near a position at an angle, so that they come near each other as they should.
  private func isWedge(_ number: Int, _ squaredDistance: Double, _ shape: Int32) -> Bool {
    let position = positions[number]
    return found[number].contains { index in
      borders.ends(borders.arc(ofPosition: index)).map(borders.position).contains { end in
        end != position && position.squaredDistance(to: end) <= Self.wedge * Self.wedge * squaredDistance
          && shapesAtEnds[end]?.contains(shape) == true
      }
    }
  }
}
