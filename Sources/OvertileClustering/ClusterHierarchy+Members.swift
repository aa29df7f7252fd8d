import OvertileCore

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
