extension ClusterHierarchy {
  /// The first zoom after which no cluster falls apart any more: all that are left are of points at one position. O(clusters).
  ///
  /// At this zoom and each further clustered one the same nodes are shown. One above the last clustered zoom when clusters
  /// there would still fall apart.
  package var completeZoom: Int {
    var complete = zooms.lowerBound
    for (node, bounds) in zip(clusters, clusterBounds) where bounds.west != bounds.east || bounds.north != bounds.south
    {
      complete = max(complete, Int(createdZooms[node]) + 1)
    }
    return complete
  }
}
