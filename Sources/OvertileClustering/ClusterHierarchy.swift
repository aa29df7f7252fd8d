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
