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

/// The search for the pairs of some of a level's nodes, which runs beside the searches for those of the others.
///
/// Each has a run of slots, a part of the level's list for their pairs, and counters of its own; the first one counts in those of
/// the level. Joined in order, they leave what a single search would.
final class PairSearch: @unchecked Sendable {
  /// The list of the level, and its counters per slot.
  typealias Found = (
    pairs: UnsafeMutableBufferPointer<NeighborPairs.Pair>, lengths: UnsafeMutableBufferPointer<UInt32>,
    waits: UnsafeMutableBufferPointer<UInt32>
  )

  /// Each part but the first needs 8 bytes a node for its counters.
  private static let mostParts = 2

  /// Whether all pairs were found; false if there are too many.
  private(set) var isWhole = false

  private let slots: Range<Int>
  private let cells: CellBuckets
  private let positions: UnsafeBufferPointer<GridPosition>
  private let tags: UnsafeMutableBufferPointer<NodeTag>
  private let level: Found
  /// The counters of this part; nil if they are those of the level.
  private let counters: ScratchBuffer<UInt32>?
  private var count = 0

  /// The searches that have all slots of a level.
  static func parts(of builder: LevelBuilder, _ cells: CellBuckets, _ level: Found) -> [PairSearch] {
    let nodes = builder.count
    let parts = nodes < builder.fewestToDivide ? 1 : max(1, min(builder.threads, mostParts))
    return (0..<parts).map { part in
      PairSearch(part * nodes / parts..<(part + 1) * nodes / parts, builder, cells, level)
    }
  }

  private init(_ slots: Range<Int>, _ builder: LevelBuilder, _ cells: CellBuckets, _ level: Found) {
    (self.slots, self.cells, self.level) = (slots, cells, level)
    positions = UnsafeBufferPointer(rebasing: builder.positions[..<builder.count])
    tags = builder.tags
    counters = slots.lowerBound == 0 ? nil : ScratchBuffer(count: 2 * builder.count)
  }

  /// Finds the pairs; called once, on any thread. Expected O(slots + pairs).
  func run() {
    let (lengths, waits, tags) = (self.lengths, self.waits, self.tags)
    lengths.initialize(repeating: 0)
    waits.initialize(repeating: 0)
    let found = UnsafeMutableBufferPointer(rebasing: level.pairs[share])
    var count = 0
    isWhole = cells.forEachPair(
      of: positions, slots: slots, limit: NeighborPairs.comparisonsPerNode * slots.count
    ) { slot, other, _ in
      guard count < found.count else { return false }
      let (first, second) = tags[slot].precedes(tags[other]) ? (slot, other) : (other, slot)
      found[count] = NeighborPairs.Pair(
        first: UInt32(truncatingIfNeeded: first), second: UInt32(truncatingIfNeeded: second))
      count += 1
      lengths[first] &+= 1
      waits[second] &+= 1
      return true
    }
    self.count = count
  }

  /// Puts the pairs after those of the searches before it, and adds its counters to the level's.
  func join(after joined: inout Int) {
    defer { joined += count }
    guard counters != nil else { return }
    let (from, to) = (level.pairs[share].startIndex, joined)
    for index in 0..<count { level.pairs[to + index] = level.pairs[from + index] }
    let (lengths, waits) = (self.lengths, self.waits)
    for slot in positions.indices {
      level.lengths[slot] &+= lengths[slot]
      level.waits[slot] &+= waits[slot]
    }
  }

  /// The part of the level's list for the pairs of the slots.
  private var share: Range<Int> {
    NeighborPairs.pairsPerNode * slots.lowerBound..<NeighborPairs.pairsPerNode * slots.upperBound
  }

  private var lengths: UnsafeMutableBufferPointer<UInt32> {
    counters.map { UnsafeMutableBufferPointer(rebasing: $0.elements[..<positions.count]) } ?? level.lengths
  }

  private var waits: UnsafeMutableBufferPointer<UInt32> {
    counters.map { UnsafeMutableBufferPointer(rebasing: $0.elements[positions.count...]) } ?? level.waits
  }
}
