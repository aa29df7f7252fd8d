import OvertileCore

extension ClusterOptions {
  /// Clusters points over all zooms.
  ///
  /// The result depends on the points and their order alone. It is defined as follows.
  ///
  /// - The nodes above the last zoom are the points. From the last zoom z down to the lowest the nodes of z + 1 become
  ///   those of z.
  /// - Two nodes are neighbors when the square of their distance in world units is at most `reachSquared(zoom:)`; x is
  ///   measured the shorter way around.
  /// - A node precedes another when its weight is larger, or equal and its rank smaller. A point's weight is its
  ///   configured one, or 1; a cluster's is the sum of its points' weights. A point's rank is its index; a cluster has
  ///   its center's.
  /// - Centers are found in eight rounds. In a round every undecided node all of whose preceding neighbors are covered
  ///   (at the end of the round before) becomes a center; then every undecided node that has a center among its
  ///   neighbors is covered. A node that is undecided after the eighth round is not a center and joins none: it passes
  ///   unchanged.
  /// - Every covered node joins its nearest center, whichever round made it; if several are equally near, the one that
  ///   precedes. It does not choose again if that center then fails to become a cluster.
  /// - A center and the nodes that joined it, at least one, become a cluster.
  /// - With `minPoints` above 2 only a node whose neighbors, at least one, and itself hold `minPoints` points can be a
  ///   center, only such nodes are waited for, and a covered node joins the first of its centers. A center and
  ///   the nodes that joined it become a cluster when they hold `minPoints` points. The remaining nodes are tried again
  ///   without the others, four times in all; then they pass unchanged. So no node is left with `minPoints` points in
  ///   reach, unless the passes ran out, which `unfinishedCount` counts.
  /// - A cluster is at its center, or at the mean of its children's positions weighted by their weights (by their
  ///   counts when all of these are zero), x relative to the center's and wrapping: floor(mean + 1/2) in each
  ///   coordinate.
  ///
  /// With `position` `.member` any two clusters shown at one zoom are farther apart than the radius, except two
  /// undecided ones, when `minPoints` is at most 2; so are any two nodes, points included. With `.mean` clusters
  /// may move towards each other, and nothing is promised.
  ///
  /// A few passes over the nodes of each zoom, and no case that is quadratic in points that lie close together.
  ///
  /// With groups, only points of one group are neighbors: the nodes are those of every group clustered alone.
  ///
  /// - Parameters:
  ///   - groups: per point: its group, any number; nil if all points are one.
  ///   - threads: the most threads, on which the result does not depend.
  ///   - checkCancellation: called once per zoom; its error ends the work.
  package func hierarchy(
    of points: consuming ClusterPoints, groups: Column<UInt32>? = nil, threads: Int = 1,
    checkCancellation: () throws -> Void = {}
  ) throws -> ClusterHierarchy {
    let pointCount = points.count
    let (nodes, unfinished) =
      if let groups {
        try nodes(of: consume points, groups: groups, threads: threads, checkCancellation)
      } else {
        try nodes(of: LevelBuilder(points: consume points, options: self, threads: threads), checkCancellation)
      }
    try checkCancellation()
    return ClusterHierarchy(
      nodes: nodes, pointCount: pointCount, zooms: zooms, unfinishedCount: unfinished, threads: threads)
  }

  /// Clusters level by level; the working memory goes with the builder when it returns.
  func nodes(
    of builder: consuming LevelBuilder, _ checkCancellation: () throws -> Void
  ) throws -> (NodeColumns, unfinished: Int) {
    for zoom in zooms.reversed() {
      try checkCancellation()
      builder.cluster(zoom: zoom)
    }
    return (builder.nodes, builder.unfinishedCount)
  }
}
