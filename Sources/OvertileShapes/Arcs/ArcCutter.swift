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
  private var known: ArcStarts

  init(_ junctions: Junctions) {
    self.junctions = junctions
    known = ArcStarts(positionCount: junctions.positions.x.count)
    // Each position once, and the ends of arcs again; arrays that grow would be copied, and touch twice the memory.
    let most = junctions.positions.x.count + junctions.positions.x.count / 4
    arcs.x.reserveCapacity(most)
    arcs.y.reserveCapacity(most)
  }

  /// Cuts a ring or line, by the indices of its positions' numbers. O(n).
  mutating func cut(_ passes: Range<Int>, isRing: Bool) {
    let numbers = junctions.numbers
    func isCut(_ index: Int) -> Bool { junctions.isJunction[Int(numbers[index])] }
    guard isRing else {
      starts.append(0)
      var first = passes.lowerBound
      for index in passes.dropFirst() where isCut(index) {
        add(Chain(passes: passes, first: first - passes.lowerBound, count: index - first))
        first = index
      }
      return
    }
    guard let start = passes.first(where: isCut) else {
      let first = passes.dropFirst().reduce(passes.lowerBound) { first, index in
        junctions.positions.precedes(numbers[index], numbers[first]) ? index : first
      }
      starts.append(Int32(first - passes.lowerBound))
      return add(Chain(passes: passes, first: first - passes.lowerBound, count: passes.count))
    }
    var first = start - passes.lowerBound
    starts.append(Int32(first))
    for step in (first + 1)...(first + passes.count) {
      let index = passes.lowerBound + (step < passes.count ? step : step - passes.count)
      guard isCut(index) else { continue }
      add(Chain(passes: passes, first: first, count: step - first))
      first = step
    }
  }

  /// Some segments of a ring or line, from one cut to the next.
  private struct Chain {
    let passes: Range<Int>
    /// The first position, from the beginning of the ring, and the number of segments after it.
    let first, count: Int

    /// The index of the number of a position of the chain.
    @inline(__always)
    func index(_ step: Int) -> Int {
      let offset = first + step
      return passes.lowerBound + (offset < passes.count ? offset : offset - passes.count)
    }
  }

  private mutating func add(_ chain: Chain) {
    func number(_ step: Int) -> Int32 { junctions.numbers[chain.index(step)] }
    let (first, last) = (number(0), number(chain.count))
    let (second, lastButOne) = (number(1), number(chain.count - 1))
    let positions = junctions.positions
    let isForward = first == last ? !positions.precedes(lastButOne, second) : positions.precedes(first, last)
    let (start, next) = isForward ? (first, second) : (last, lastButOne)
    let arc = known.arc(from: start, to: next)
    uses.append(arc << 1 | (isForward ? 0 : 1))
    guard Int(arc) == arcs.ringEnds.count else { return }
    for step in 0...chain.count {
      let index = Int(number(isForward ? step : chain.count - step))
      arcs.append(x: positions.x[index], y: positions.y[index])
    }
    arcs.endRing()
  }
}
