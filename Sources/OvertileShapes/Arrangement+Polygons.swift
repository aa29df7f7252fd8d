import MapMath

extension Arrangement {
  /// The valid polygons of the inside, in canonical order; nil if edges do not close. O(n log n).
  func polygons(_ sides: Sides) -> WorldGeometry? {
    var borders = Borders(self, sides)
    return borders.polygons()?.canonical()
  }
}

/// Links the edges between inside and outside into polygons.
///
/// A walk keeps the inside on its left hand (y up) and turns as far to it as it can, so that it goes around one
/// connected inside. If it comes to a position a second time, a ring is closed and cut off. So rings touch in single
/// positions only.
private struct Borders {
  private let arrangement: Arrangement
  private let sides: Arrangement.Sides
  /// Per edge: the edge after it in its walk.
  private var next: [Int32]
  /// Per edge: its walk.
  private var walks: [Int32]
  /// Per position: its index in the current path, -1 if it is not in it.
  private var indices: [Int32]
  /// Per edge: itself, or the border nearest under it; -1 for none.
  private var bases: [Int32]
  /// The rings of all walks, as positions.
  private var rings: [(walk: Int, isHole: Bool, vertices: ArraySlice<Int32>)] = []
  /// Per walk: its first edge.
  private var firsts: [Int] = []

  init(_ arrangement: Arrangement, _ sides: Arrangement.Sides) {
    (self.arrangement, self.sides) = (arrangement, sides)
    next = Array(repeating: -1, count: arrangement.lows.count)
    walks = Array(repeating: -1, count: arrangement.lows.count)
    indices = Array(repeating: -1, count: arrangement.x.count)
    bases = Array(repeating: -1, count: arrangement.lows.count)
    for edge in arrangement.lows.indices {
      let under = Int(arrangement.under[edge])
      bases[edge] = sides.isBorder(edge) ? Int32(edge) : under < 0 ? -1 : bases[under]
    }
  }

  mutating func polygons() -> WorldGeometry? {
    guard linkAll() else { return nil }
    for edge in arrangement.lows.indices where sides.isBorder(edge) && walks[edge] < 0 {
      guard walk(from: edge) else { return nil }
    }
    return nested()
  }

  private func head(_ edge: Int) -> Int32 {
    sides.isInsideAbove[edge] ? arrangement.highs[edge] : arrangement.lows[edge]
  }

  /// Finds the edge after each border: at its end, the first one clockwise.
  private mutating func linkAll() -> Bool {
    var around: [Int] = []
    for vertex in arrangement.x.indices {
      around.removeAll(keepingCapacity: true)
      for edge in arrangement.leaving(vertex) where sides.isBorder(edge) { around.append(edge) }
      for edge in arrangement.arriving(vertex).reversed() where sides.isBorder(Int(edge)) { around.append(Int(edge)) }
      guard var before = around.last else { continue }
      for edge in around {
        let isIncoming = head(edge) == vertex
        guard isIncoming != (head(before) == vertex) else { return false }
        if isIncoming { next[edge] = Int32(before) }
        before = edge
      }
    }
    return true
  }

  private mutating func walk(from first: Int) -> Bool {
    let start = sides.isInsideAbove[first] ? arrangement.lows[first] : arrangement.highs[first]
    var path = [start]
    indices[Int(start)] = 0
    var edge = first
    repeat {
      guard walks[edge] < 0 else { return false }
      walks[edge] = Int32(firsts.count)
      let vertex = head(edge)
      let index = Int(indices[Int(vertex)])
      if index >= 0 {
        close(path[index...])
        for cut in path[(index + 1)...] { indices[Int(cut)] = -1 }
        path.removeSubrange((index + 1)...)
      } else {
        indices[Int(vertex)] = Int32(path.count)
        path.append(vertex)
      }
      guard next[edge] >= 0 else { return false }
      edge = Int(next[edge])
    } while edge != first
    indices[Int(start)] = -1
    firsts.append(first)
    return path.count == 1
  }

  private mutating func close(_ vertices: ArraySlice<Int32>) {
    rings.append((firsts.count, !turnsLeft(Array(vertices)), vertices + [vertices[vertices.startIndex]]))
  }

  /// Whether a ring turns left at its first position by x, then y: exact even if its area is not.
  private func turnsLeft(_ ring: [Int32]) -> Bool {
    guard let corner = ring.indices.min(by: { ring[$0] < ring[$1] }) else { return false }
    let (x, y) = (arrangement.x, arrangement.y)
    let before = Int(ring[corner == 0 ? ring.count - 1 : corner - 1])
    let (at, after) = (Int(ring[corner]), Int(ring[corner + 1 == ring.count ? 0 : corner + 1]))
    let side = SegmentContact.Segment(ax: x[before], ay: y[before], bx: x[at], by: y[at])
    return SegmentContact.side(side, x[after], y[after]) > 0
  }

  /// The exteriors with their holes: those of their own walk, and those of walks inside them.
  private func nested() -> WorldGeometry? {
    var exteriors = [Int](repeating: -1, count: firsts.count)
    for (number, ring) in rings.enumerated() where !ring.isHole {
      guard exteriors[ring.walk] < 0 else { return nil }
      exteriors[ring.walk] = number
    }
    var holes = [[Int]](repeating: [], count: rings.count)
    // The first edge of a walk is its lowest at its western beginning; the edges under that were walked before.
    for walk in firsts.indices where exteriors[walk] < 0 {
      let under = Int(arrangement.under[firsts[walk]])
      guard under >= 0, bases[under] >= 0, case let around = Int(walks[Int(bases[under])]), around < walk else {
        return nil
      }
      exteriors[walk] = exteriors[around]
    }
    for (number, ring) in rings.enumerated() where ring.isHole { holes[exteriors[ring.walk]].append(number) }
    var result = WorldGeometry(kind: .polygons)
    for (number, ring) in rings.enumerated() where !ring.isHole {
      for member in [number] + holes[number] {
        for vertex in rings[member].vertices {
          result.append(x: arrangement.x[Int(vertex)], y: arrangement.y[Int(vertex)])
        }
        result.endRing()
      }
      result.endPolygon()
    }
    return result
  }
}
