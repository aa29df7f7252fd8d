/// The parts of an arrangement that are inside polygons.
extension Arrangement {
  /// Per edge: whether the area right under it, and the area right above it, is inside.
  struct Sides {
    var isInsideUnder: [Bool]
    var isInsideAbove: [Bool]

    /// Whether an edge divides inside from outside.
    func isBorder(_ edge: Int) -> Bool { isInsideUnder[edge] != isInsideAbove[edge] }
  }

  /// The sides of all edges; nil if a hole has nothing in common with its exterior, which GEOS makes a polygon.
  ///
  /// An area is inside if some polygon's exterior winds around it and none of its holes does.
  ///
  /// The winding above an edge follows from the winding above the edge under it, and the passages over the edge. So the
  /// edges are visited as a tree, up and back, with the current windings of all rings: O(passages).
  ///
  /// - Parameters:
  ///   - polygons: per ring: its polygon, whose first ring is its exterior.
  ///   - dropsOuterHoles: whether such a hole is passed over instead.
  func sides(polygonOfRing polygons: [Int32], dropsOuterHoles: Bool = false) -> Sides? {
    var sides = Sides(
      isInsideUnder: Array(repeating: false, count: lows.count),
      isInsideAbove: Array(repeating: false, count: lows.count))
    let (first, next) = children()
    var windings = Windings(polygons)
    var stack: [Int32] = []
    var edge = first[0]
    while true {
      while edge >= 0 {
        sides.isInsideUnder[Int(edge)] = windings.isInside
        windings.look(at: passages(Int(edge)))
        for passage in passages(Int(edge)) { windings.add(passage.count, to: passage.ring) }
        windings.look(at: passages(Int(edge)))
        sides.isInsideAbove[Int(edge)] = windings.isInside
        stack.append(edge)
        edge = first[Int(edge) + 1]
      }
      guard let last = stack.popLast() else { return dropsOuterHoles || windings.allHolesMeet ? sides : nil }
      for passage in passages(Int(last)) { windings.add(-passage.count, to: passage.ring) }
      edge = next[Int(last)]
    }
  }

  /// Per edge, counted from one, and for none at zero: the first of the edges right above it. Per edge: the next one
  /// beside it.
  private func children() -> (first: [Int32], next: [Int32]) {
    var first = [Int32](repeating: -1, count: lows.count + 1)
    var next = [Int32](repeating: -1, count: lows.count)
    for edge in lows.indices.reversed() {
      let parent = Int(under[edge]) + 1
      next[edge] = first[parent]
      first[parent] = Int32(edge)
    }
    return (first, next)
  }
}

/// The winding number of each ring at a position.
private struct Windings {
  private let polygons: [Int32]
  private var isHole: [Bool]
  private var counts: [Int32]
  /// Per polygon: whether its exterior winds around the position, and the number of its holes that do.
  private var exteriors: [Bool]
  private var holes: [Int32]
  private var insides = 0
  /// Per ring: whether it is a hole with edges, none of which has had its exterior's inside beside it on its own side
  /// so far.
  private var isLost: [Bool]
  private var hasMet: [Bool]

  /// Whether every hole that has edges removes something from its exterior.
  var allHolesMeet: Bool { !isLost.contains(true) }

  var isInside: Bool { insides > 0 }

  init(_ polygons: [Int32]) {
    self.polygons = polygons
    isHole = polygons.indices.map { $0 > 0 && polygons[$0 - 1] == polygons[$0] }
    isLost = Array(repeating: false, count: polygons.count)
    hasMet = isLost
    counts = Array(repeating: 0, count: polygons.count)
    let count = Int((polygons.last ?? -1) + 1)
    exteriors = Array(repeating: false, count: count)
    holes = Array(repeating: 0, count: count)
  }

  /// Examines the holes that pass over an edge, on one side of it.
  mutating func look(at passages: ArraySlice<Arrangement.Passage>) {
    for passage in passages where isHole[Int(passage.ring)] {
      let ring = Int(passage.ring)
      if counts[ring] != 0, exteriors[Int(polygons[ring])] { hasMet[ring] = true }
      isLost[ring] = !hasMet[ring]
    }
  }

  mutating func add(_ count: Int32, to ring: Int32) {
    let ring = Int(ring)
    let wasAround = counts[ring] != 0
    counts[ring] += count
    let isAround = counts[ring] != 0
    guard wasAround != isAround else { return }
    let polygon = Int(polygons[ring])
    let wasInside = exteriors[polygon] && holes[polygon] == 0
    if isHole[ring] { holes[polygon] += isAround ? 1 : -1 } else { exteriors[polygon] = isAround }
    let isInside = exteriors[polygon] && holes[polygon] == 0
    if wasInside != isInside { insides += isInside ? 1 : -1 }
  }
}
