import MapMath

/// Rings as positions and edges that meet at common ends only, from which the inside is found.
///
/// Edges run from the lower to the higher of their positions, by x, then y, and are numbered by their lower position
/// and then from below upward. Equal edges are one, which knows how often each ring passes over it. One sweep from west
/// to east, as in `RingSweep`, shows whether edges meet elsewhere and which edge lies right under each. O(n log n),
/// whatever the shape.
struct Arrangement {
  /// An edge of a ring, as the ring runs.
  struct Step {
    let ring: Int32
    let from: Int32
    let to: Int32
  }

  /// The number of times that a ring passes over an edge from low to high, minus the other direction.
  struct Passage {
    let ring: Int32
    let count: Int32
  }

  /// The positions, ascending by x, then y.
  let x: [Double]
  let y: [Double]
  /// Per edge: its positions.
  private(set) var lows: [Int32] = []
  private(set) var highs: [Int32] = []
  /// The passages of all edges, and per edge the end of its own.
  private(set) var passages: [Passage] = []
  private(set) var passageEnds: [Int32] = []
  /// Per position: the end of the edges that begin there.
  private(set) var leavingEnds: [Int32] = []
  /// Per position: the number of edges that end there, and one of them.
  private(set) var arrivals: [(count: Int32, edge: Int32)] = []
  /// Per edge: the one right under its beginning, -1 for none.
  private(set) var under: [Int32] = []
  /// Per position: the edges that end there, from below upward, and their end.
  private(set) var arriving: [Int32] = []
  private(set) var arrivingEnds: [Int32] = []

  /// Makes an arrangement of sorted positions and the steps of rings between them; nil if edges meet other than at
  /// common ends.
  init?(x: [Double], y: [Double], steps: [Step]) {
    (self.x, self.y) = (x, y)
    merge(steps)
    sortLeaving()
    guard sweep() else { return nil }
  }

  /// The edges that begin at a position, from below upward.
  func leaving(_ vertex: Int) -> Range<Int> {
    Int(vertex == 0 ? 0 : leavingEnds[vertex - 1])..<Int(leavingEnds[vertex])
  }

  /// The edges that end at a position, from below upward.
  func arriving(_ vertex: Int) -> ArraySlice<Int32> {
    arriving[Int(vertex == 0 ? 0 : arrivingEnds[vertex - 1])..<Int(arrivingEnds[vertex])]
  }

  /// The passages over an edge.
  func passages(_ edge: Int) -> ArraySlice<Passage> {
    passages[Int(edge == 0 ? 0 : passageEnds[edge - 1])..<Int(passageEnds[edge])]
  }

  /// An edge as a segment, from low to high.
  @inline(__always)
  func segment(_ edge: Int) -> SegmentContact.Segment {
    let (low, high) = (Int(lows[edge]), Int(highs[edge]))
    return SegmentContact.Segment(ax: x[low], ay: y[low], bx: x[high], by: y[high])
  }

  /// Merges equal steps into one edge; an edge that rings pass as often in both directions is removed.
  private mutating func merge(_ steps: [Step]) {
    let keys = steps.map { UInt64(min($0.from, $0.to)) << 32 | UInt64(max($0.from, $0.to)) }
    let order = sorted(steps, by: keys)
    var index = 0
    while index < order.count {
      let key = keys[order[index]]
      let start = passages.count
      while index < order.count, keys[order[index]] == key {
        let ring = steps[order[index]].ring
        var count: Int32 = 0
        while index < order.count, keys[order[index]] == key, steps[order[index]].ring == ring {
          count += steps[order[index]].from < steps[order[index]].to ? 1 : -1
          index += 1
        }
        if count != 0 { passages.append(Passage(ring: ring, count: count)) }
      }
      guard passages.count > start else { continue }
      lows.append(Int32(key >> 32))
      highs.append(Int32(truncatingIfNeeded: key))
      passageEnds.append(Int32(passages.count))
    }
  }

  /// The indices of steps by their keys, then their rings: first by their lower positions, which few steps share.
  private func sorted(_ steps: [Step], by keys: [UInt64]) -> [Int] {
    var ends = [Int](repeating: 0, count: x.count + 1)
    for key in keys { ends[Int(key >> 32) + 1] += 1 }
    for low in x.indices { ends[low + 1] += ends[low] }
    var order = [Int](repeating: 0, count: steps.count)
    for (index, key) in keys.enumerated() {
      order[ends[Int(key >> 32)]] = index
      ends[Int(key >> 32)] += 1
    }
    var start = 0
    for end in ends.dropLast() {
      if end - start > 1 {
        order[start..<end].sort { (keys[$0], steps[$0].ring) < (keys[$1], steps[$1].ring) }
      }
      start = end
    }
    return order
  }

  /// Numbers the edges of each position from below upward.
  private mutating func sortLeaving() {
    var order = Array(lows.indices)
    var start = 0
    leavingEnds.reserveCapacity(x.count)
    for vertex in x.indices {
      var end = start
      while end < lows.count, lows[end] == vertex { end += 1 }
      if end - start > 1 {
        order[start..<end].sort {
          let side = SegmentContact.side(segment($0), x[Int(highs[$1])], y[Int(highs[$1])])
          return side == 0 ? $0 < $1 : side > 0
        }
      }
      leavingEnds.append(Int32(end))
      start = end
    }
    let (oldHighs, oldPassages, oldEnds) = (highs, passages, passageEnds)
    (passages, passageEnds) = ([], [])
    for (edge, old) in order.enumerated() {
      highs[edge] = oldHighs[old]
      passages += oldPassages[Int(old == 0 ? 0 : oldEnds[old - 1])..<Int(oldEnds[old])]
      passageEnds.append(Int32(passages.count))
    }
  }

  private mutating func sweep() -> Bool {
    var line = ArrangementSweep(edges: lows.count)
    under = Array(repeating: -1, count: lows.count)
    arrivals = Array(repeating: (0, 0), count: x.count)
    for (edge, high) in highs.enumerated() {
      arrivals[Int(high)] = (arrivals[Int(high)].count + 1, Int32(edge))
    }
    for vertex in x.indices {
      guard line.pass(vertex, self) else { return false }
      arriving += line.ended
      arrivingEnds.append(Int32(arriving.count))
      var below = line.below
      for edge in leaving(vertex) {
        under[edge] = below
        below = Int32(edge)
      }
    }
    return true
  }
}
