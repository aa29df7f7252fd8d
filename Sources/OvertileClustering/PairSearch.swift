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
