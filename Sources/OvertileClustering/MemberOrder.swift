/// The children of each cluster and the depth-first order of the points, derived from parents. O(nodes).
struct MemberOrder {
  private(set) var childStarts: [UInt32]
  private(set) var childNodes: [UInt32]
  private(set) var leafStarts: [UInt32]
  private(set) var leafPoints: [UInt32]

  /// Derives the order.
  ///
  /// - Parameter byPosition: whether nodes without a parent follow one another by their positions, and not by rank: neighbors on the
  ///   map are then neighbors in memory, also where no clusters hold them together.
  init(nodes: NodeColumns, pointCount: Int, byPosition: Bool = false) {
    childStarts = Self.starts(nodes: nodes, pointCount: pointCount)
    childNodes = [UInt32](repeating: 0, count: Int(childStarts.last ?? 0))
    leafStarts = [UInt32](repeating: 0, count: nodes.count)
    leafPoints = []
    let leafCount = writeChildrenAndRoots(nodes: nodes, pointCount: pointCount, byPosition: byPosition)
    writeLeaves(nodes: nodes, pointCount: pointCount)
    // Points that represent several have no leaves of their own here.
    if leafCount == pointCount { writePoints(pointCount) }
  }

  /// Per cluster: the start of its children, and the end.
  private static func starts(nodes: NodeColumns, pointCount: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: nodes.count - pointCount + 1)
    for parent in nodes.parents where parent != NodeColumns.none { starts[Int(parent) - pointCount + 1] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    return starts
  }

  /// Hands every node to its parent by ascending rank, and lays out the leaves of those that have none.
  ///
  /// The nodes of one rank are a point, then clusters, each the parent of the one before; no two of them share a parent.
  ///
  /// - Returns: the number of leaves.
  private mutating func writeChildrenAndRoots(nodes: NodeColumns, pointCount: Int, byPosition: Bool) -> Int {
    var next = childStarts
    var leaf: UInt32 = 0
    var roots: [(position: UInt64, node: Int)] = []
    for point in 0..<pointCount {
      var node = point
      while true {
        let parent = nodes.parents[node]
        guard parent != NodeColumns.none else {
          if byPosition {
            roots.append((Self.interleaved(nodes.x[node], nodes.y[node]), node))
            break
          }
          leafStarts[node] = leaf
          leaf += nodes.counts[node]
          break
        }
        let ordinal = Int(parent) - pointCount
        childNodes[Int(next[ordinal])] = UInt32(truncatingIfNeeded: node)
        next[ordinal] += 1
        guard Int(nodes.ranks[Int(parent)]) == point else { break }
        node = Int(parent)
      }
    }
    for root in roots.sorted(by: { ($0.position, $0.node) < ($1.position, $1.node) }) {
      leafStarts[root.node] = leaf
      leaf += nodes.counts[root.node]
    }
    return Int(leaf)
  }

  /// The bits of a position in turn: near positions have near numbers.
  private static func interleaved(_ x: UInt32, _ y: UInt32) -> UInt64 {
    func spread(_ number: UInt32) -> UInt64 {
      var bits = UInt64(number)
      bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
      bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
      bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
      bits = (bits | bits << 2) & 0x3333_3333_3333_3333
      return (bits | bits << 1) & 0x5555_5555_5555_5555
    }
    return spread(y) << 1 | spread(x)
  }

  /// Lays out the leaves of all other nodes, parents first.
  private mutating func writeLeaves(nodes: NodeColumns, pointCount: Int) {
    for cluster in (pointCount..<nodes.count).reversed() {
      var leaf = leafStarts[cluster]
      let ordinal = cluster - pointCount
      for index in Int(childStarts[ordinal])..<Int(childStarts[ordinal + 1]) {
        let child = Int(childNodes[index])
        leafStarts[child] = leaf
        leaf += nodes.counts[child]
      }
    }
  }

  private mutating func writePoints(_ pointCount: Int) {
    leafPoints = [UInt32](repeating: 0, count: pointCount)
    for point in 0..<pointCount { leafPoints[Int(leafStarts[point])] = UInt32(truncatingIfNeeded: point) }
  }
}
