import OvertileCore

/// Points and their clusters over all zooms, in columns: the result of the stage.
///
/// A node is an index into the columns. Nodes 0..<`pointCount` are the points in canonical order; the clusters follow, zooms
/// descending, and within a zoom by ascending rank. So a parent always has a greater index than its children. A node is
/// visible from its `createdZooms` down to just above its parent's, or down to the lowest zoom if it has none.
package struct ClusterHierarchy: Sendable {
  /// The zooms at which points were clustered.
  package let zooms: ClosedRange<Int>
  /// The number of points.
  package let pointCount: Int
  /// Nodes that could still have become clusters when the passes for `minPoints` above 2 were over, over all zooms.
  package let unfinishedCount: Int
  /// The nodes, without weights and origins.
  package private(set) var nodes: NodeColumns
  /// The children of the clusters, and the order of the points.
  let members: MemberOrder
  /// Per cluster: the bounds of its points.
  let clusterBounds: Column<ClusterBounds>

  /// Derives the order of members and the bounds from the nodes, at the same time if there are several threads. O(nodes).
  init(
    nodes: NodeColumns, pointCount: Int, zooms: ClosedRange<Int>, unfinishedCount: Int, threads: Int = 1
  ) {
    self.unfinishedCount = unfinishedCount
    self.zooms = zooms
    self.pointCount = pointCount
    (members, clusterBounds) = ConcurrentParts.both(threads: threads) {
      MemberOrder(nodes: nodes, pointCount: pointCount)
    } _: {
      ClusterBounds.all(nodes: nodes, pointCount: pointCount)
    }
    self.nodes = nodes
    (self.nodes.weights, self.nodes.origins) = (nil, [])
  }

  /// The number of nodes: points and clusters.
  package var nodeCount: Int { nodes.count }

  /// The number of clusters.
  package var clusterCount: Int { nodeCount - pointCount }

  /// The nodes that are clusters.
  package var clusters: Range<Int> { pointCount..<nodeCount }

  /// Whether a node is a cluster.
  package func isCluster(_ node: Int) -> Bool { node >= pointCount }
}

extension ClusterHierarchy {
  /// The first zoom at which a node is split: one above the highest at which it is shown.
  ///
  /// - Precondition: the node is a cluster; a point is never split.
  package func expansionZoom(ofCluster cluster: Int) -> Int {
    Int(nodes.createdZooms[cluster]) + 1
  }

  /// The nodes shown at a zoom, by ascending rank. O(nodes).
  ///
  /// Below the lowest clustered zoom these are the nodes of the lowest, above the last all points.
  package func visibleNodes(atZoom zoom: Int) -> Column<UInt32> {
    let zoom = UInt8(min(max(zoom, zooms.lowerBound), zooms.upperBound + 1))
    // Ranks are distinct within a zoom, so each visible node has a slot of its own.
    var byRank = Column<UInt32>(repeating: NodeColumns.none, count: pointCount)
    var visible = 0
    for node in 0..<nodeCount where isVisible(node, atZoom: zoom) {
      byRank[Int(nodes.ranks[node])] = UInt32(node)
      visible += 1
    }
    var shown: Column<UInt32> = []
    shown.reserveCapacity(visible)
    for node in byRank where node != NodeColumns.none { shown.append(node) }
    return shown
  }

  private func isVisible(_ node: Int, atZoom zoom: UInt8) -> Bool {
    guard nodes.createdZooms[node] >= zoom else { return false }
    let parent = nodes.parents[node]
    return parent == NodeColumns.none || nodes.createdZooms[Int(parent)] < zoom
  }
}

extension ClusterHierarchy {
  /// The number of children of all clusters.
  package var childCount: Int { members.childNodes.count }

  /// The nodes that a cluster replaced, by ascending rank: its center and the nodes that joined it, at least two.
  ///
  /// - Precondition: the node is a cluster.
  package func children(ofCluster cluster: Int) -> Slice<Column<UInt32>> {
    let ordinal = cluster - pointCount
    return members.childNodes[Int(members.childStarts[ordinal])..<Int(members.childStarts[ordinal + 1])]
  }

  /// The points of a node, in depth-first order with children by ascending rank; a point's only leaf is itself.
  ///
  /// A run of one array, so a page of leaves is a slice of a slice.
  package func leaves(of node: Int) -> Slice<Column<UInt32>> {
    members.leafPoints[leafRange(of: node)]
  }

  /// Every point once, in depth-first order; nodes without a parent follow one another by ascending rank.
  package var leaves: Column<UInt32> { members.leafPoints }

  /// The range of a node's leaves in `leaves`.
  package func leafRange(of node: Int) -> Range<Int> {
    let start = Int(members.leafStarts[node])
    return start..<start + Int(nodes.counts[node])
  }

  /// The bounds of a node's points.
  package func bounds(of node: Int) -> ClusterBounds {
    node < pointCount ? ClusterBounds(x: nodes.x[node], y: nodes.y[node]) : clusterBounds[node - pointCount]
  }
}

extension ClusterHierarchy {
  /// Per cluster, by ascending node: its id, from 2^52 to 2^53 - 1.
  ///
  /// An id is derived from the cluster's highest zoom and its center's stable key, so it stays the same when features
  /// elsewhere change. Ids are unique in the hierarchy: if digests of clusters collide, the one on the higher zoom
  /// keeps it, on the same zoom the one of smaller rank; the others are hashed again with a salt. Expected O(clusters).
  ///
  /// - Parameter stableKeys: per point, its key.
  /// - Precondition: there are `pointCount` keys.
  package func clusterIDs(stableKeys: Column<UInt64>) -> Column<UInt64> {
    var taken = IdentitySet(capacity: clusterCount)
    return Column(count: clusterCount) { ordinal in
      let cluster = pointCount + ordinal
      let key = stableKeys[Int(nodes.ranks[cluster])]
      return taken.insertFirst { Self.digest(zoom: nodes.createdZooms[cluster], key, salt: $0) }
    }
  }

  private static func digest(zoom: UInt8, _ key: UInt64, salt: UInt64) -> UInt64 {
    OverlayIDs.made(from: XXHash64.hash(UInt64(zoom), key, seed: salt))
  }
}

extension ClusterHierarchy {
  /// The first zoom after which no cluster is split any more: all that are left consist of points at one position.
  /// O(clusters).
  ///
  /// At this zoom and each further clustered one the same nodes are shown. One above the last clustered zoom if
  /// clusters there would still be split.
  package var completeZoom: Int {
    var complete = zooms.lowerBound
    for (node, bounds) in zip(clusters, clusterBounds) where bounds.west != bounds.east || bounds.north != bounds.south
    {
      complete = max(complete, Int(nodes.createdZooms[node]) + 1)
    }
    return complete
  }
}

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
