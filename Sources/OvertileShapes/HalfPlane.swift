import MapMath

/// One side of a line x = bound or y = bound: the side that a clip keeps.
///
/// Half open, so that a position exactly on a line between two halves belongs to one of them: a lower half holds values
/// less than the bound, an upper half values equal or greater.
struct HalfPlane {
  enum Axis { case x, y }

  /// The coordinate that the line fixes.
  let axis: Axis
  /// The position of the line.
  let bound: Double
  /// Whether the half below the bound is kept, rather than the half from the bound up.
  let keepsBelow: Bool

  /// The part of lines or polygons in this half; parts that only touch the line from outside vanish. O(n log n) in the crossings.
  func clip(_ geometry: ClipGeometry) -> ClipGeometry {
    geometry.kind == .lines ? clipLines(geometry.shape) : clipPolygons(geometry)
  }

  @inline(__always)
  func holds(_ geometry: WorldGeometry, _ index: Int) -> Bool {
    let value = axis == .x ? geometry.x[index] : geometry.y[index]
    return keepsBelow ? value < bound : value >= bound
  }

  /// The free coordinate at which the segment between two positions on different sides meets the line.
  ///
  /// Computed from the end with the smaller fixed coordinate, so that both directions of a segment give the same bits.
  func crossing(_ geometry: WorldGeometry, _ a: Int, _ b: Int) -> Double {
    let (fixed, free) = axis == .x ? (geometry.x, geometry.y) : (geometry.y, geometry.x)
    let (low, high) = fixed[a] <= fixed[b] ? (a, b) : (b, a)
    if fixed[low] == bound { return free[low] }
    if fixed[high] == bound { return free[high] }
    let share = (bound - fixed[low]) / (fixed[high] - fixed[low])
    let value = free[low] + share * (free[high] - free[low])
    return min(max(value, min(free[low], free[high])), max(free[low], free[high]))
  }

  /// Adds the position on the line with a free coordinate.
  private func append(_ free: Double, to result: inout ClipGeometry) {
    if axis == .x { result.append(x: bound, y: free) } else { result.append(x: free, y: bound) }
  }

  private func clipLines(_ geometry: WorldGeometry) -> ClipGeometry {
    var result = ClipGeometry(kind: .lines)
    for line in geometry.ringEnds.indices {
      let positions = geometry.positions(ofRing: line)
      guard var isInside = positions.first.map({ holds(geometry, $0) }) else { continue }
      if isInside { result.append(x: geometry.x[positions.lowerBound], y: geometry.y[positions.lowerBound]) }
      for index in positions.dropFirst() {
        let wasInside = isInside
        isInside = holds(geometry, index)
        if wasInside != isInside {
          append(crossing(geometry, index - 1, index), to: &result)
        }
        if isInside { result.append(x: geometry.x[index], y: geometry.y[index]) }
        if wasInside, !isInside { result.endRing(isHole: false) }
      }
      result.endRing(isHole: false)
    }
    return result
  }
}

/// Clipping polygons.
///
/// A ring that crosses the line is cut into chains, each from an entry to an exit. Walking along the line with the
/// inside on the left, exits and entries alternate, so the i-th exit is followed by the i-th entry in that order. This
/// holds over all rings of a polygon together, and no degenerate bridges along the line arise. Every ring that a line
/// has cut is an exterior afterwards: a hole that reaches the line has become a bay.
extension HalfPlane {
  private func clipPolygons(_ source: ClipGeometry) -> ClipGeometry {
    let geometry = source.shape
    var result = ClipGeometry(kind: .polygons)
    let heldCounts = geometry.ringEnds.indices.map { heldCount(geometry, geometry.positions(ofRing: $0)) }
    // Nearly exact: a chain has three further positions.
    result.reserve(heldCounts.reduce(0, +) + Self.furtherPositions)
    for polygon in geometry.polygonEnds.indices {
      var chains: [Chain] = []
      for ring in geometry.rings(ofPolygon: polygon) {
        let (positions, held) = (geometry.positions(ofRing: ring), heldCounts[ring])
        if held == positions.count {
          result.append(ring: ring, of: source)
        } else if held > 0 {
          collect(geometry, positions, into: &chains)
        }
      }
      link(chains, of: geometry, into: &result)
      result.endPolygon()
    }
    return result
  }

  /// The further positions of some chains.
  private static let furtherPositions = 24

  /// A part of a ring on the kept side, with the free coordinates of its entry and its exit on the line.
  private struct Chain {
    /// The positions until the exit, or until the ring ends.
    let positions: ClosedRange<Int>
    /// The positions after the ring's beginning, if the part goes on there.
    let further: Range<Int>
    let entry, exit: Double
  }

  private func heldCount(_ geometry: WorldGeometry, _ ring: Range<Int>) -> Int {
    (axis == .x ? geometry.x : geometry.y).withUnsafeBufferPointer { values in
      var below = 0
      for index in ring { below += values[index] < bound ? 1 : 0 }
      return keepsBelow ? below : ring.count - below
    }
  }

  private func collect(_ geometry: WorldGeometry, _ ring: Range<Int>, into chains: inout [Chain]) {
    let (start, last) = (ring.lowerBound, ring.upperBound - 1)
    guard var index = (start..<last).first(where: { !holds(geometry, $0) && holds(geometry, $0 + 1) }) else { return }
    var (wasHeld, first, entry) = (false, 0, 0.0)
    var rest = last - start
    while rest > 0 {
      let skipped = unchanged(geometry, after: index, within: min(rest, last - index), held: wasHeld)
      index += skipped
      rest -= skipped
      if index == last { index = start }
      if rest == 0 { break }
      let next = index + 1
      let isHeld = holds(geometry, next)
      rest -= 1
      if isHeld != wasHeld {
        let free = crossing(geometry, index, next)
        if isHeld {
          (first, entry) = (next, free)
        } else {
          let isWhole = index >= first
          chains.append(
            Chain(
              positions: first...(isWhole ? index : last), further: isWhole ? 0..<0 : (start + 1)..<(index + 1),
              entry: entry, exit: free))
        }
      }
      wasHeld = isHeld
      index = next == last ? start : next
    }
  }

  /// The positions that are compared with the line at once.
  private static let block = 16

  /// The number of positions after one, of so many, that are on the same side.
  private func unchanged(_ geometry: WorldGeometry, after index: Int, within count: Int, held: Bool) -> Int {
    (axis == .x ? geometry.x : geometry.y).withUnsafeBufferPointer { values in
      let isBelow = held == keepsBelow
      var skipped = 0
      // Most positions are far from the next crossing.
      while skipped + Self.block <= count {
        var below = 0
        for step in 0..<Self.block { below += values[index + 1 + skipped + step] < bound ? 1 : 0 }
        guard below == (isBelow ? Self.block : 0) else { break }
        skipped += Self.block
      }
      while skipped < count, (values[index + 1 + skipped] < bound) == isBelow { skipped += 1 }
      return skipped
    }
  }

  private func link(_ chains: [Chain], of geometry: WorldGeometry, into result: inout ClipGeometry) {
    let followers = followers(of: chains)
    var isUsed = [Bool](repeating: false, count: followers.count)
    for first in followers.indices where !isUsed[first] {
      var chain = first
      while !isUsed[chain] {
        isUsed[chain] = true
        append(chains[chain].entry, to: &result)
        result.append(Range(chains[chain].positions), of: geometry)
        result.append(chains[chain].further, of: geometry)
        append(chains[chain].exit, to: &result)
        chain = followers[chain]
      }
      append(chains[first].entry, to: &result)
      result.endRing(isHole: false)
    }
  }

  /// Per chain, the chain that follows it along the line.
  private func followers(of chains: [Chain]) -> [Int] {
    if chains.count == 1 { return [0] }
    // With the inside on the left, the walk goes up x = bound below it and down above it; y = bound the other way.
    let sign: Double = (axis == .x) == keepsBelow ? 1 : -1
    func order(_ value: (Chain) -> Double) -> [Int] {
      let values = chains.map { sign * value($0) }
      return values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    }
    var result = [Int](repeating: 0, count: chains.count)
    for (exit, entry) in zip(order { $0.exit }, order { $0.entry }) { result[exit] = entry }
    return result
  }
}
