/// The working memory of a build, and its steps from one level to the next.
///
/// A level's nodes have slots 0..<count, in the order of their cells. A step fills the
/// per-slot buffers that the next ones read. About 70 bytes a point, allocated once, since levels only ever shrink, and 32
/// bytes a cell whose nodes have neighbors.
final class LevelBuilder {
  var nodes: NodeColumns
  let options: ClusterOptions
  let pointCount: Int
  /// The number of nodes on the level.
  var count: Int
  /// Over all levels: nodes that still had `minPoints` points in reach when the passes were over.
  var unfinishedCount = 0
  /// Whether a node at a position counts as such: a task counts those of its own tile only.
  var countsAsUnfinished: (GridPosition) -> Bool = { _ in true }

  /// Per slot: the node.
  var ids: UnsafeMutableBufferPointer<UInt32>
  /// Per slot: its position.
  var positions: UnsafeMutableBufferPointer<GridPosition>
  var spareIDs: UnsafeMutableBufferPointer<UInt32>
  var sparePositions: UnsafeMutableBufferPointer<GridPosition>

  /// Per slot: the node's state on this level.
  let states: UnsafeMutableBufferPointer<NodeState>
  /// Per slot of a node with neighbors: its nearest center's slot; of a center: its cluster's ordinal.
  let nearest: UnsafeMutableBufferPointer<UInt32>
  /// Per slot of a node with neighbors: the squared distance to that center.
  let nearestDistances: UnsafeMutableBufferPointer<UInt64>
  /// Per slot of a node with neighbors: the neighborhood of its cell.
  let neighborhoodOf: UnsafeMutableBufferPointer<UInt32>
  /// Per slot of a center: the points of its members.
  let memberPoints: UnsafeMutableBufferPointer<UInt32>

  var neighborhoods: [Neighborhood] = []
  var radix: RadixSort
  private let words: ScratchBuffer<UInt32>
  private let packed: ScratchBuffer<GridPosition>
  private let distances: ScratchBuffer<UInt64>
  private let bytes: ScratchBuffer<NodeState>

  init(points: ClusterPoints, options: ClusterOptions) {
    let capacity = points.count
    nodes = NodeColumns(points: points, zoom: options.zooms.upperBound + 1)
    self.options = options
    pointCount = capacity
    count = capacity
    words = ScratchBuffer(count: 5 * capacity)
    packed = ScratchBuffer(count: 2 * capacity)
    distances = ScratchBuffer(count: capacity)
    bytes = ScratchBuffer(count: capacity)
    func part<Element>(_ all: UnsafeMutableBufferPointer<Element>, _ index: Int) -> UnsafeMutableBufferPointer<Element>
    {
      UnsafeMutableBufferPointer(rebasing: all[index * capacity..<(index + 1) * capacity])
    }
    ids = part(words.elements, 0)
    spareIDs = part(words.elements, 1)
    nearest = part(words.elements, 2)
    neighborhoodOf = part(words.elements, 3)
    memberPoints = part(words.elements, 4)
    positions = part(packed.elements, 0)
    sparePositions = part(packed.elements, 1)
    nearestDistances = distances.elements
    states = bytes.elements
    radix = RadixSort(capacity: capacity)
    for slot in 0..<capacity {
      ids[slot] = UInt32(truncatingIfNeeded: slot)
      positions[slot] = GridPosition(x: points.x[slot], y: points.y[slot])
    }
  }

  /// Clusters the level's nodes at a zoom, which makes them the nodes of that zoom.
  func cluster(zoom: Int) {
    let scale = CellScale(reachSquared: options.reachSquared(zoom: zoom))
    sortIntoCells(scale)
    let active = findNodesWithNeighbors(scale)
    guard active > 0 else { return }
    sortByPriority(count: active)
    if options.minPoints > 2 {
      selectCrowds(count: active, scale: scale)
    } else {
      selectCenters(count: active, scale: scale)
    }
    let centers = findClusters()
    guard centers > 0 else { return }
    makeClusters(count: centers, zoom: zoom)
    keepVisibleNodes(firstCluster: nodes.count - centers)
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
      spareIDs[slot] = ids[old]
      sparePositions[slot] = positions[old]
    }
    swap(&ids, &spareIDs)
    swap(&positions, &sparePositions)
  }

  /// Drops the absorbed nodes and puts each new cluster into its center's slot.
  private func keepVisibleNodes(firstCluster: Int) {
    var kept = 0
    for slot in 0..<count {
      if states[slot].isCovered, nearest[Int(nearest[slot])] != NodeColumns.none { continue }
      if states[slot] == .center, nearest[slot] != NodeColumns.none {
        let cluster = firstCluster + Int(nearest[slot])
        ids[kept] = UInt32(truncatingIfNeeded: cluster)
        positions[kept] = GridPosition(x: nodes.x[cluster], y: nodes.y[cluster])
      } else {
        ids[kept] = ids[slot]
        positions[kept] = positions[slot]
      }
      kept += 1
    }
    count = kept
  }
}
