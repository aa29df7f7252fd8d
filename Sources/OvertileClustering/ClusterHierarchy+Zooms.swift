import OvertileCore

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
