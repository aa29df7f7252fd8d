import OvertileCore

/// The working memory of a build, and its steps from one level to the next.
///
/// A level's nodes have slots 0..<count, in the order of their cells. Lone nodes have none: they stay unchanged on
/// the level. A step fills the per-slot buffers that the next ones read. About 100 bytes a point,
/// allocated once, since levels only ever shrink, and up to 72 bytes a node for pairs or 32 bytes a cell for neighborhoods.
/// Memory that no step needs is never touched.
final class LevelBuilder {
  var nodes: NodeColumns
  let options: ClusterOptions
  let pointCount: Int
  /// Whether nodes have weights other than their counts.
  private let hasWeights: Bool
  /// The number of nodes on the level.
  var count: Int
  /// Over all levels: nodes that still had `minPoints` points in reach when the passes were over.
  var unfinishedCount = 0

  /// Per slot: its position.
  var positions: UnsafeMutableBufferPointer<GridPosition>
  /// Per slot: the node.
  var tags: UnsafeMutableBufferPointer<NodeTag>
  var sparePositions: UnsafeMutableBufferPointer<GridPosition>
  var spareTags: UnsafeMutableBufferPointer<NodeTag>

  /// Per slot: the node's state on this level.
  let states: UnsafeMutableBufferPointer<NodeState>
  /// Per slot of a node with neighbors: its nearest center's slot; of a center: its cluster's number, or none.
  let nearest: UnsafeMutableBufferPointer<UInt32>
  /// Per slot of a node with neighbors: the squared distance to that center.
  let nearestDistances: UnsafeMutableBufferPointer<UInt64>
  /// Per slot of a node with neighbors: the neighborhood of its cell.
  let neighborhoodOf: UnsafeMutableBufferPointer<UInt32>
  /// Per slot of a center: the points of its members.
  let memberPoints: UnsafeMutableBufferPointer<UInt32>

  var neighborhoods: [Neighborhood] = []
  var radix: RadixSort
  /// The table of `CellBuckets`.
  let table: UnsafeMutableBufferPointer<UInt32>
  /// The nodes that are left out for now; nil as long as none could be taken.
  private var loneNodes: LoneNodes?
  /// The most threads that search for pairs.
  let threads: Int
  /// The fewest nodes of a level that is divided among them.
  let fewestToDivide: Int
  /// Whether centers are always searched for, even where pairs are few.
  private let searchesAlways: Bool
  /// The owners of the buffers.
  private let owners: [AnyObject]

  /// Makes the level of all points. With `searchesAlways`, all zooms are clustered without pairs and with all nodes, which
  /// has the same result; so has any number of threads. A level of few nodes has one: to start another takes longer.
  init(
    points: consuming NodeColumns, options: ClusterOptions, searchesAlways: Bool = false, threads: Int = 1,
    fewestToDivide: Int = 1 << 16
  ) {
    let capacity = points.count
    (self.threads, self.fewestToDivide) = (threads, fewestToDivide)
    self.searchesAlways = searchesAlways
    hasWeights = points.weights != nil
    nodes = consume points
    self.options = options
    pointCount = capacity
    var owners: [AnyObject] = []
    func buffer<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutableBufferPointer<Element> {
      let owner = ScratchBuffer<Element>(count: count)
      owners.append(owner)
      return owner.elements
    }
    (positions, sparePositions, tags, spareTags) = (
      buffer(capacity), buffer(capacity), buffer(capacity), buffer(capacity)
    )
    (states, nearest, nearestDistances) = (buffer(capacity), buffer(capacity), buffer(capacity))
    (neighborhoodOf, memberPoints) = (buffer(capacity), buffer(capacity))
    table = buffer(CellBuckets.entries(for: capacity))
    self.owners = owners
    radix = RadixSort(capacity: capacity)
    count = 0
    for point in 0..<capacity { addNode(point) }
  }

  /// Adds a node to the level, in the next slot.
  @inline(__always)
  func addNode(_ node: Int) {
    positions[count] = GridPosition(x: nodes.x[node], y: nodes.y[node])
    tags[count] = NodeTag(id: UInt32(truncatingIfNeeded: node), rank: nodes.ranks[node], weight: nodes.weight(node))
    count += 1
  }

  /// The points of the node in a slot.
  @inline(__always)
  func pointCount(of slot: Int) -> UInt32 {
    hasWeights ? nodes.counts[Int(tags[slot].id)] : UInt32(truncatingIfNeeded: tags[slot].weight)
  }

  /// Swaps the slots and the spare ones.
  func exchangeSlots() {
    swap(&positions, &sparePositions)
    swap(&tags, &spareTags)
  }

  /// Clusters the level's nodes at a zoom, which makes them the nodes of that zoom.
  func cluster(zoom: Int) {
    if loneNodes == nil, !searchesAlways { loneNodes = LoneNodes(takenFrom: self, zoom: zoom) }
    loneNodes?.join(self, zoom: zoom)
    guard count > 1 else { return }
    let scale = CellScale(reachSquared: options.reachSquared(zoom: zoom))
    if !selectFromPairs(scale) { searchForCenters(scale) }
    let centers = findClusters()
    if centers > 0 { makeClusters(count: centers, zoom: zoom) }
  }

  /// Chooses the centers from all pairs of neighbors; false, and nothing is chosen, if there are too many.
  private func selectFromPairs(_ scale: CellScale) -> Bool {
    guard !searchesAlways, options.minPoints <= 2, scale.columns > 1, let pairs = NeighborPairs(self, scale) else {
      return false
    }
    pairs.selectCenters()
    return true
  }

  /// Chooses the centers in the order of priority, with a search around each.
  private func searchForCenters(_ scale: CellScale) {
    sortIntoCells(scale)
    let active = findNodesWithNeighbors(scale)
    guard active > 0 else { return }
    sortByPriority(count: active)
    if options.minPoints > 2 {
      selectCrowds(count: active, scale: scale)
    } else {
      selectCenters(radix.payloads[..<active], scale)
    }
  }

  /// Puts the slots into the order of their cells; `radix.keys` then holds each slot's cell.
  private func sortIntoCells(_ scale: CellScale) {
    for slot in 0..<count {
      radix.keys[slot] = scale.cell(of: positions[slot])
      radix.payloads[slot] = UInt32(truncatingIfNeeded: slot)
    }
    radix.sort(count: count, greatest: scale.columns * scale.columns - 1)
    for slot in 0..<count {
      let old = Int(radix.payloads[slot])
      spareTags[slot] = tags[old]
      sparePositions[slot] = positions[old]
    }
    exchangeSlots()
  }
}

/// Uninitialized memory of a build, freed with its owner.
final class ScratchBuffer<Element: BitwiseCopyable> {
  let elements: UnsafeMutableBufferPointer<Element>
  private let owner: Column<Element>

  init(count: Int) {
    var owner = Column<Element>(uninitializedCount: count)
    elements = owner.withUnsafeMutableBufferPointer { $0 }
    self.owner = owner
  }
}
