import OvertileCore

/// Points and their clusters over all zooms, in columns: the result of the stage.
///
/// A node is an index into the columns. Nodes 0..<`pointCount` are the points in canonical order; the clusters follow, zooms
/// descending, and within a zoom by ascending rank. So a parent always has a greater index than its children. A node is
/// visible from its `createdZooms` down to just above its parent's, or down to the lowest zoom if it has none.
package struct ClusterHierarchy: Sendable {
  /// The value in `parents` for a node without a parent.
  package static let noParent = UInt32.max

  /// The zooms at which points were clustered.
  package let zooms: ClosedRange<Int>
  /// The number of points.
  package let pointCount: Int
  /// Nodes that could still have become clusters when the passes for `minPoints` above 2 were over, over all zooms.
  package let unfinishedCount: Int
  /// Per node: world units east of longitude -180.
  package let x: Column<UInt32>
  /// Per node: world units south of the northern edge.
  package let y: Column<UInt32>
  /// Per node: the number of points in it, 1 for a point.
  package let counts: Column<UInt32>
  /// Per node: the index of its center point; for a point, its own index. Distinct among the nodes of one zoom.
  package let ranks: Column<UInt32>
  /// Per node: the highest zoom at which it is shown; for a point, one above the last clustered zoom.
  package let createdZooms: Column<UInt8>
  /// Per node: the cluster that absorbs it, or `noParent`.
  package let parents: Column<UInt32>

  /// Per cluster: the start of its children; one more entry for the end.
  let childStarts: Column<UInt32>
  /// The children of all clusters, each cluster's by ascending rank.
  let childNodes: Column<UInt32>
  /// Per node: the start of its leaves in `leafPoints`.
  let leafStarts: Column<UInt32>
  /// The points in depth-first order.
  let leafPoints: Column<UInt32>
  /// Per cluster: the bounds of its points.
  let clusterBounds: Column<ClusterBounds>

  /// Derives the order of members and the bounds from the nodes, at the same time if there are several threads. O(nodes).
  init(
    nodes: NodeColumns, pointCount: Int, zooms: ClosedRange<Int>, unfinishedCount: Int, threads: Int = 1
  ) {
    self.unfinishedCount = unfinishedCount
    self.zooms = zooms
    self.pointCount = pointCount
    (x, y, counts, ranks) = (nodes.x, nodes.y, nodes.counts, nodes.ranks)
    (createdZooms, parents) = (nodes.createdZooms, nodes.parents)
    let (members, bounds) = ConcurrentParts.both(threads: threads) {
      MemberOrder(nodes: nodes, pointCount: pointCount)
    } _: {
      ClusterBounds.all(nodes: nodes, pointCount: pointCount)
    }
    (childStarts, childNodes) = (members.childStarts, members.childNodes)
    (leafStarts, leafPoints) = (members.leafStarts, members.leafPoints)
    clusterBounds = bounds
  }

  /// The number of nodes: points and clusters.
  package var nodeCount: Int { x.count }

  /// The number of clusters.
  package var clusterCount: Int { nodeCount - pointCount }

  /// The nodes that are clusters.
  package var clusters: Range<Int> { pointCount..<nodeCount }

  /// Whether a node is a cluster.
  package func isCluster(_ node: Int) -> Bool { node >= pointCount }
}
