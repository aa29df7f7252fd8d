import OvertileCore

/// All pairs of neighbors on a level, and the choice of centers from them.
///
/// The fast way for levels whose nodes have few neighbors each; `LevelBuilder.selectCenters` is the way for all others, and
/// has the same result. It takes the synchronous rounds literally. A node waits for the neighbors that precede it; a round
/// makes centers of the nodes that wait for none, covers those after them, and relieves those after the covered. Nodes
/// are visited in the order of their cells, not of their priority, so memory is read nearly in order.
struct NeighborPairs {
  /// Two neighbors, as slots.
  struct Pair: BitwiseCopyable {
    /// The slot that precedes.
    var first: UInt32
    var second: UInt32
  }

  static let pairsPerNode = 6
  static let comparisonsPerNode = 64

  private let builder: LevelBuilder
  private let pairs: ScratchBuffer<Pair>
  private var count = 0
  /// Per slot: the start of its list; the list of a slot ends where that of the next begins.
  private let starts: UnsafeMutableBufferPointer<UInt32>
  /// Per slot: the number of neighbors that it waits for.
  private let waits: UnsafeMutableBufferPointer<UInt32>

  /// Finds the pairs of a level; nil if there are too many.
  init?(_ builder: LevelBuilder, _ scale: CellScale) {
    guard let cells = CellBuckets(builder, scale) else { return nil }
    self.builder = builder
    let nodeCount = builder.count
    starts = UnsafeMutableBufferPointer(rebasing: builder.neighborhoodOf[..<nodeCount])
    waits = UnsafeMutableBufferPointer(rebasing: builder.memberPoints[..<nodeCount])
    pairs = ScratchBuffer(count: Self.pairsPerNode * nodeCount)
    let searches = PairSearch.parts(of: builder, cells, (pairs.elements, starts, waits))
    ConcurrentParts.perform(searches.count, threads: searches.count) { searches[$0].run() }
    for search in searches {
      guard search.isWhole else { return nil }
      search.join(after: &count)
    }
  }

  /// Chooses the centers and finds each covered node's nearest one, as `LevelBuilder.selectCenters` does. O(pairs).
  func selectCenters() {
    UnsafeMutableBufferPointer(rebasing: builder.states[..<builder.count]).initialize(repeating: .open)
    guard count > 0 else { return }
    let most = min(count, builder.count)
    let (centers, covered) = (ScratchBuffer<UInt32>(count: most), ScratchBuffer<UInt32>(count: most))
    var centerCount = findFirstCenters(centers.elements)
    let lists = ScratchBuffer<UInt32>(count: count)
    fill(lists.elements)
    for _ in 0..<LevelBuilder.rounds where centerCount > 0 {
      let coveredCount = cover(lists.elements, centers.elements[..<centerCount], covered.elements)
      centerCount = relieve(lists.elements, covered.elements[..<coveredCount], centers.elements)
    }
    findNearest()
  }

  /// Collects the nodes with neighbors that wait for none, and turns the lengths of the lists into their ends.
  private func findFirstCenters(_ centers: UnsafeMutableBufferPointer<UInt32>) -> Int {
    var found = 0
    var sum: UInt32 = 0
    for slot in starts.indices {
      if starts[slot] > 0, waits[slot] == 0 {
        centers[found] = UInt32(truncatingIfNeeded: slot)
        found += 1
      }
      sum &+= starts[slot]
      starts[slot] = sum
    }
    return found
  }

  /// Fills the lists of the neighbors after each node, from their ends, which leaves the starts.
  private func fill(_ lists: UnsafeMutableBufferPointer<UInt32>) {
    let (pairs, starts) = (pairs.elements, starts)
    for index in 0..<count {
      let first = Int(pairs[index].first)
      starts[first] &-= 1
      lists[Int(starts[first])] = pairs[index].second
    }
  }

  @inline(__always)
  private func list(_ slot: Int) -> Range<Int> {
    Int(starts[slot])..<(slot + 1 < starts.count ? Int(starts[slot + 1]) : count)
  }

  /// Makes nodes centers, and collects the nodes that they cover.
  private func cover(
    _ lists: UnsafeMutableBufferPointer<UInt32>, _ centers: Slice<UnsafeMutableBufferPointer<UInt32>>,
    _ covered: UnsafeMutableBufferPointer<UInt32>
  ) -> Int {
    let (states, distances) = (builder.states, builder.nearestDistances)
    var found = 0
    for center in centers {
      states[Int(center)] = .center
      for index in list(Int(center)) where states[Int(lists[index])] == .open {
        let node = Int(lists[index])
        states[node] = .covered(round: 1).passed
        distances[node] = .max
        covered[found] = lists[index]
        found += 1
      }
    }
    return found
  }

  /// Tells the nodes after covered ones that they need not wait for these, and collects those that wait for none now.
  private func relieve(
    _ lists: UnsafeMutableBufferPointer<UInt32>, _ covered: Slice<UnsafeMutableBufferPointer<UInt32>>,
    _ centers: UnsafeMutableBufferPointer<UInt32>
  ) -> Int {
    let states = builder.states
    var found = 0
    for node in covered {
      for index in list(Int(node)) {
        let other = Int(lists[index])
        waits[other] &-= 1
        guard waits[other] == 0, states[other] == .open else { continue }
        centers[found] = lists[index]
        found += 1
      }
    }
    return found
  }

  /// Finds every covered node's nearest center; of equally near ones, the first.
  private func findNearest() {
    let (states, nearest, distances) = (builder.states, builder.nearest, builder.nearestDistances)
    let (positions, tags, pairs) = (builder.positions, builder.tags, pairs.elements)
    for index in 0..<count {
      let (first, second) = (Int(pairs[index].first), Int(pairs[index].second))
      // Neither of two neighbors is a center unless the other is covered.
      let (center, node) = states[first] == .center ? (first, second) : (second, first)
      guard states[center] == .center else { continue }
      let distance = positions[center].nearSquaredDistance(to: positions[node])
      let isNearer = distance < distances[node]
      guard isNearer || distance == distances[node] && tags[center].precedes(tags[Int(nearest[node])]) else { continue }
      distances[node] = distance
      nearest[node] = UInt32(truncatingIfNeeded: center)
    }
  }
}
