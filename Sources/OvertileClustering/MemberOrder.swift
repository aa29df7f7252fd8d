import OvertileCore

/// The children of each cluster and the depth-first order of the points, derived from parents. O(nodes).
struct MemberOrder: Sendable {
  /// Per cluster: the start of its children; one more entry for the end.
  private(set) var childStarts: Column<UInt32>
  /// The children of all clusters, each cluster's by ascending rank.
  private(set) var childNodes: Column<UInt32>
  /// Per node: the start of its leaves in `leafPoints`.
  private(set) var leafStarts: Column<UInt32>
  /// The points in depth-first order.
  private(set) var leafPoints: Column<UInt32>

  /// Derives the order.
  init(nodes: NodeColumns, pointCount: Int) {
    childStarts = Self.starts(nodes: nodes, pointCount: pointCount)
    childNodes = Column<UInt32>(repeating: 0, count: Int(childStarts.last ?? 0))
    leafStarts = Column<UInt32>(repeating: 0, count: nodes.count)
    leafPoints = Column<UInt32>(repeating: 0, count: pointCount)
    writeChildrenAndRoots(nodes: nodes, pointCount: pointCount)
    writeLeaves(nodes: nodes, pointCount: pointCount)
    for point in 0..<pointCount { leafPoints[Int(leafStarts[point])] = UInt32(truncatingIfNeeded: point) }
  }

  /// Per cluster: the start of its children, and the end.
  private static func starts(nodes: NodeColumns, pointCount: Int) -> Column<UInt32> {
    var starts = Column<UInt32>(repeating: 0, count: nodes.count - pointCount + 1)
    for parent in nodes.parents where parent != NodeColumns.none { starts[Int(parent) - pointCount + 1] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    return starts
  }

  /// Hands every node to its parent by ascending rank, and lays out the leaves of those that have none.
  ///
  /// The nodes of one rank are a point, then clusters, each the parent of the one before; no two of them share a parent.
  private mutating func writeChildrenAndRoots(nodes: NodeColumns, pointCount: Int) {
    var next = childStarts
    var leaf: UInt32 = 0
    for point in 0..<pointCount {
      var node = point
      while true {
        let parent = nodes.parents[node]
        guard parent != NodeColumns.none else {
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
}
