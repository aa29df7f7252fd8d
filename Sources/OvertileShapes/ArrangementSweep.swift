/// The line that sweeps over an arrangement, and the edges that it meets.
struct ArrangementSweep {
  private var order = SweepOrder()
  /// Per edge: its node, while the line meets it.
  private var nodes: [Int32]
  /// The edges that ended at the last position, from below upward.
  private(set) var ended: [Int32] = []
  /// The edge right under the last position, -1 for none.
  private(set) var below: Int32 = -1

  init(edges: Int) {
    nodes = Array(repeating: SweepOrder.none, count: edges)
  }

  /// Moves the line over a position; false if edges meet other than at common ends.
  mutating func pass(_ vertex: Int, _ arrangement: Arrangement) -> Bool {
    ended.removeAll(keepingCapacity: true)
    let hasArrivals = arrangement.arrivals[vertex].count > 0
    guard let under = hasArrivals ? end(vertex, arrangement) : find(vertex, arrangement) else { return false }
    below = under == SweepOrder.none ? -1 : Int32(order.segment(under))
    var last = under
    var previous: Int?
    for edge in arrangement.leaving(vertex) {
      if let previous {
        let high = Int(arrangement.highs[edge])
        let (x, y) = (arrangement.x[high], arrangement.y[high])
        guard SegmentContact.side(arrangement.segment(previous), x, y) > 0 else { return false }
      }
      previous = edge
      last = order.insert(edge, over: last)
      nodes[edge] = last
    }
    guard last != under else { return areApart(under, order.above(under), arrangement) }
    return areApart(under, order.above(under), arrangement) && areApart(last, order.above(last), arrangement)
  }

  /// The node right under a position at which nothing ends; nil if the position is on an edge.
  private func find(_ vertex: Int, _ arrangement: Arrangement) -> Int32? {
    let (x, y) = (arrangement.x[vertex], arrangement.y[vertex])
    return order.highest { SegmentContact.side(arrangement.segment($0), x, y) }
  }

  /// Removes the edges that end at a position, and returns the node right under them; nil if others lie between them.
  private mutating func end(_ vertex: Int, _ arrangement: Arrangement) -> Int32? {
    let (count, edge) = arrangement.arrivals[vertex]
    var lowest = nodes[Int(edge)]
    guard lowest != SweepOrder.none else { return nil }
    var below = order.below(lowest)
    while below != SweepOrder.none, arrangement.highs[order.segment(below)] == vertex {
      (lowest, below) = (below, order.below(below))
    }
    for _ in 0..<count {
      let node = order.above(below)
      guard node != SweepOrder.none, arrangement.highs[order.segment(node)] == vertex else { return nil }
      ended.append(Int32(order.segment(node)))
      nodes[order.segment(node)] = SweepOrder.none
      order.remove(node)
    }
    return below
  }

  /// Whether the edges of two nodes, either of which may be none, have no common position but an end of both.
  private func areApart(_ lower: Int32, _ upper: Int32, _ arrangement: Arrangement) -> Bool {
    guard lower != SweepOrder.none, upper != SweepOrder.none else { return true }
    let (a, b) = (order.segment(lower), order.segment(upper))
    if arrangement.lows[a] == arrangement.lows[b] || arrangement.highs[a] == arrangement.highs[b] { return true }
    let (first, second) = (arrangement.segment(a), arrangement.segment(b))
    return !first.box.meets(second.box) || !SegmentContact.touch(first, second)
  }
}
