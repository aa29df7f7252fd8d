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
