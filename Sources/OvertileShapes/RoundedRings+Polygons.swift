import MapMath

/// From linked edges to polygons.
extension RoundedRings {
  /// The valid polygons that rings cover, in canonical order; nil if they do not lie side by side.
  ///
  /// - Parameter polygonOfRing: per ring: its polygon, whose first ring is its exterior.
  func polygons(polygonOfRing: [Int32]) -> WorldGeometry? {
    var linked = self
    guard linked.link() else { return nil }
    var outlines = RoundedOutlines(linked)
    for ring in ringEnds.indices {
      let isExterior = ring == 0 || polygonOfRing[ring] != polygonOfRing[ring - 1]
      for edge in edges(ofRing: ring) { outlines.origins[edge] = polygonOfRing[ring] << 1 | (isExterior ? 1 : 0) }
    }
    for edge in linked.next.indices where linked.next[edge] >= 0 && !outlines.isWalked[edge] {
      guard outlines.walk(from: edge) else { return nil }
    }
    return outlines.polygons()?.canonical()
  }
}

/// The outlines of the area that rounded rings cover: one walk around each connected inside, cut where it comes to a
/// position a second time.
private struct RoundedOutlines {
  private let rings: RoundedRings
  /// Per edge: its polygon, doubled, plus 1 if it is one of an exterior.
  var origins: [Int32]
  private(set) var isWalked: [Bool]
  /// Per position of several walks: where it is in the current one, -1 if it is not in it.
  private var indices: [Int32]
  /// The outlines of all walks, as positions.
  private var outlines: [Outline] = []
  private var walks: [Walk] = []

  private struct Outline {
    var positions: ArraySlice<Int32>
    var doubledArea: Double
    var box: BoxTree.Box
    var walk: Int
  }

  private struct Walk {
    var polygon: Int32
    /// The number of its exterior; -1 for none.
    var exterior = -1
    var holes: [Int] = []
  }

  /// The pairs of walks and outlines, for each edge, from which a sweep is faster.
  private static let pairsPerEdge = 16

  init(_ rings: RoundedRings) {
    self.rings = rings
    origins = [Int32](repeating: 0, count: rings.next.count)
    isWalked = [Bool](repeating: false, count: rings.next.count)
    indices = [Int32](repeating: -1, count: rings.x.count)
  }

  /// Walks around an inside; false if the edges are those of several polygons, or do not make one exterior with holes.
  mutating func walk(from first: Int) -> Bool {
    let start = rings.sources[first]
    var path = [start]
    // Per position of the path: the number of edges of exteriors before it.
    var exteriorEdges: [Int32] = [0]
    walks.append(Walk(polygon: origins[first] >> 1))
    indices[Int(start)] = 0
    var edge = first
    repeat {
      guard !isWalked[edge], origins[edge] >> 1 == walks[walks.count - 1].polygon else { return false }
      isWalked[edge] = true
      let position = rings.targets[edge]
      let before = exteriorEdges[path.count - 1] + (origins[edge] & 1)
      let index = Int(indices[Int(position)])
      if index >= 0 {
        for cut in path[(index + 1)...] { indices[Int(cut)] = -1 }
        guard close(path[index...], isOfExterior: before > exteriorEdges[index]) else { return false }
        path.removeSubrange((index + 1)...)
        exteriorEdges.removeSubrange((index + 1)...)
      } else {
        indices[Int(position)] = Int32(path.count)
        path.append(position)
        exteriorEdges.append(before)
      }
      guard rings.next[edge] >= 0 else { return false }
      edge = Int(rings.next[edge])
    } while edge != first
    indices[Int(start)] = -1
    return path.count == 1
  }

  private mutating func close(_ positions: ArraySlice<Int32>, isOfExterior: Bool) -> Bool {
    var (sum, box) = (0.0, BoxTree.Box.empty)
    guard var last = positions.last.map({ Int($0) }) else { return false }
    for position in positions {
      let at = Int(position)
      sum += rings.x[last] * rings.y[at] - rings.x[at] * rings.y[last]
      box.extend(to: BoxTree.Box(minX: rings.x[at], minY: rings.y[at], maxX: rings.x[at], maxY: rings.y[at]))
      last = at
    }
    let walk = walks.count - 1
    if sum > 0 {
      guard walks[walk].exterior < 0, isOfExterior else { return false }
      walks[walk].exterior = outlines.count
    } else {
      walks[walk].holes.append(outlines.count)
    }
    outlines.append(Outline(positions: ArraySlice(Array(positions)), doubledArea: sum, box: box, walk: walk))
    return true
  }

  /// The polygons; nil if the outlines do not nest as exteriors and holes.
  func polygons() -> WorldGeometry? {
    var holes = walks.map(\.holes)
    if walks.count > 1 {
      guard walks.count * outlines.count <= (rings.next.count + 64) * Self.pairsPerEdge else { return nil }
      for walk in walks.indices {
        guard let around = around(walk) else { return nil }
        if walks[walk].exterior < 0 {
          guard around >= 0, walks[around].polygon == walks[walk].polygon else { return nil }
          holes[around] += walks[walk].holes
        } else if around >= 0 {
          return nil
        }
      }
    } else if walks.contains(where: { $0.exterior < 0 }) {
      return nil
    }
    var result = WorldGeometry(kind: .polygons)
    for walk in walks.indices where walks[walk].exterior >= 0 {
      for outline in [walks[walk].exterior] + holes[walk] {
        let positions = outlines[outline].positions
        for position in positions { result.append(x: rings.x[Int(position)], y: rings.y[Int(position)]) }
        if let first = positions.first { result.append(x: rings.x[Int(first)], y: rings.y[Int(first)]) }
        result.endRing()
      }
      result.endPolygon()
    }
    return result
  }

  /// The walk around the inside in which the outlines of a walk lie, -1 if they lie outside; nil if they do not nest.
  private func around(_ walk: Int) -> Int? {
    let own = walks[walk].exterior >= 0 ? walks[walk].exterior : walks[walk].holes[0]
    guard let position = outlines[own].positions.first(where: { !rings.isBranch[Int($0)] }) else { return nil }
    var (winding, innermost, least) = (0, -1, Double.infinity)
    for outline in outlines where outline.walk != walk && isAround(Int(position), outline) {
      winding += outline.doubledArea > 0 ? 1 : -1
      if outline.doubledArea > 0, outline.doubledArea < least {
        (innermost, least) = (outline.walk, outline.doubledArea)
      }
    }
    if winding == 0 { return -1 }
    return winding == 1 ? innermost : nil
  }

  /// Whether an outline is around a position that is not on it.
  private func isAround(_ position: Int, _ outline: Outline) -> Bool {
    let (px, py) = (rings.x[position], rings.y[position])
    guard outline.box.minX < px, px < outline.box.maxX, outline.box.minY < py, py < outline.box.maxY else {
      return false
    }
    var isInside = false
    guard var last = outline.positions.last.map({ Int($0) }) else { return false }
    for at in outline.positions {
      let (ay, by) = (rings.y[last], rings.y[Int(at)])
      if (ay > py) != (by > py) {
        let (ax, bx) = (rings.x[last], rings.x[Int(at)])
        let turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if (turn > 0) == (by > ay) { isInside.toggle() }
      }
      last = Int(at)
    }
    return isInside
  }
}
