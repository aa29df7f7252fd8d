/// Clipping polygons.
///
/// A ring that crosses the line is cut into chains, each from an entry to an exit. Walking along the line with the
/// inside on the left, exits and entries alternate, so the i-th exit is followed by the i-th entry in that order. This
/// holds over all rings of a polygon together, and no degenerate bridges along the line arise. Every ring that a line
/// has cut is an exterior afterwards: a hole that reaches the line has become a bay.
extension HalfPlane {
  func clipPolygons(_ geometry: ClipGeometry) -> ClipGeometry {
    var result = ClipGeometry(kind: .polygons)
    for polygon in geometry.polygonEnds.indices {
      var chains = Chains()
      for ring in geometry.rings(ofPolygon: polygon) {
        let positions = geometry.positions(ofRing: ring)
        let held = positions.reduce(into: 0) { $0 += holds(geometry, $1) ? 1 : 0 }
        if held == positions.count {
          result.append(ring: ring, of: geometry)
        } else if held > 0 {
          collect(geometry, positions, into: &chains)
        }
      }
      link(chains, into: &result)
      result.endPolygon()
    }
    return result
  }

  /// The parts of rings on the kept side, each with its entry and its exit on the line.
  private struct Chains {
    var x: [Double] = []
    var y: [Double] = []
    var ends: [Int] = []
    var entries: [Double] = []
    var exits: [Double] = []

    mutating func append(_ position: (x: Double, y: Double)) {
      x.append(position.x)
      y.append(position.y)
    }

    func positions(_ chain: Int) -> Range<Int> { (chain == 0 ? 0 : ends[chain - 1])..<ends[chain] }
  }

  private func collect(_ geometry: ClipGeometry, _ ring: Range<Int>, into chains: inout Chains) {
    let last = ring.upperBound - 1
    guard var index = (ring.lowerBound..<last).first(where: { !holds(geometry, $0) && holds(geometry, $0 + 1) }) else {
      return
    }
    var wasHeld = false
    for _ in ring.lowerBound..<last {
      let next = index + 1
      let isHeld = holds(geometry, next)
      if isHeld != wasHeld {
        let free = crossing(geometry, index, next)
        chains.append(position(free))
        if isHeld {
          chains.entries.append(free)
        } else {
          chains.exits.append(free)
          chains.ends.append(chains.x.count)
        }
      }
      if isHeld { chains.append((geometry.x[next], geometry.y[next])) }
      wasHeld = isHeld
      index = next == last ? ring.lowerBound : next
    }
  }

  private func link(_ chains: Chains, into result: inout ClipGeometry) {
    let followers = followers(of: chains)
    var isUsed = [Bool](repeating: false, count: followers.count)
    for first in followers.indices where !isUsed[first] {
      var chain = first
      while !isUsed[chain] {
        isUsed[chain] = true
        for index in chains.positions(chain) { result.append(x: chains.x[index], y: chains.y[index]) }
        chain = followers[chain]
      }
      let start = chains.positions(first).lowerBound
      result.append(x: chains.x[start], y: chains.y[start])
      result.endRing(isHole: false)
    }
  }

  /// Per chain, the chain that follows it along the line.
  private func followers(of chains: Chains) -> [Int] {
    if chains.ends.count == 1 { return [0] }
    // With the inside on the left, the walk goes up x = bound below it and down above it; y = bound the other way.
    let sign: Double = (axis == .x) == keepsBelow ? 1 : -1
    func order(_ values: [Double]) -> [Int] {
      values.indices.sorted { (sign * values[$0], $0) < (sign * values[$1], $1) }
    }
    var result = [Int](repeating: 0, count: chains.ends.count)
    for (exit, entry) in zip(order(chains.exits), order(chains.entries)) { result[exit] = entry }
    return result
  }
}
