import MapMath

/// Cuts rings and lines at junctions, and keeps each arc once.
struct ArcCutter {
  private let junctions: Junctions
  /// The arcs, as lines.
  private(set) var arcs = WorldGeometry(kind: .lines)
  /// The arcs of the rings and lines cut so far: each doubled, plus 1 if it is passed backwards.
  private(set) var uses: [Int32] = []
  /// Per ring and line cut so far: the position at which its first arc begins, from its own first.
  private(set) var starts: [Int32] = []
  /// The arcs by their first two positions, which no two arcs share in this order.
  private var known: [UInt64: Int32] = [:]

  init(_ junctions: Junctions) {
    self.junctions = junctions
    // Each position once, and the ends of arcs again; arrays that grow would be copied, and touch twice the memory.
    let most = junctions.positions.x.count + junctions.positions.x.count / 4
    arcs.x.reserveCapacity(most)
    arcs.y.reserveCapacity(most)
  }

  /// Cuts a ring or line, by the indices of its positions' numbers. O(n).
  mutating func cut(_ passes: Range<Int>, isRing: Bool) {
    func isCut(_ index: Int) -> Bool { junctions.isJunction[Int(junctions.numbers[index])] }
    // The ends of lines are junctions; a ring without any is cut at its first position by x, then y.
    let start =
      passes.first(where: isCut)
      ?? passes.dropFirst().reduce(passes.lowerBound) { first, index in
        junctions.positions.precedes(junctions.numbers[index], junctions.numbers[first]) ? index : first
      }
    var first = start - passes.lowerBound
    starts.append(Int32(first))
    let last = first + passes.count - (isRing ? 0 : 1)
    for step in stride(from: first + 1, through: last, by: 1) {
      guard step == last || isCut(passes.lowerBound + (step < passes.count ? step : step - passes.count)) else {
        continue
      }
      add(passes, from: first, count: step - first)
      first = step
    }
  }

  /// Adds some segments of a ring or line, from one cut to the next; the first position is counted from its beginning.
  private mutating func add(_ passes: Range<Int>, from first: Int, count: Int) {
    func number(_ step: Int) -> Int32 {
      let offset = first + step
      return junctions.numbers[passes.lowerBound + (offset < passes.count ? offset : offset - passes.count)]
    }
    let (start, second, lastButOne, end) = (number(0), number(1), number(count - 1), number(count))
    let positions = junctions.positions
    let isForward = start == end ? !positions.precedes(lastButOne, second) : positions.precedes(start, end)
    let key = unsafeBitCast(isForward ? SIMD2(start, second) : SIMD2(end, lastButOne), to: UInt64.self)
    let next = Int32(arcs.ringEnds.count)
    let arc = known[key, default: next]
    uses.append(arc << 1 | (isForward ? 0 : 1))
    guard arc == next else { return }
    known[key] = arc
    for step in 0...count {
      let index = Int(number(isForward ? step : count - step))
      arcs.append(x: positions.x[index], y: positions.y[index])
    }
    arcs.endRing()
  }
}
