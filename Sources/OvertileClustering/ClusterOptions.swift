import OvertileCore

/// How points are clustered: the stage's options.
///
/// The defaults are supercluster's. See `hierarchy` for the definition of the result.
package struct ClusterOptions: Sendable, Hashable {
  /// The reach of a center, in pixels of a tile, positive and finite; closed: a node at exactly this distance is reached.
  package var radius: Double
  /// The side of a tile in pixels, positive and finite.
  package var tileSize: Double
  /// The least number of points that make a cluster. 1 means the same as 2: a lone point never becomes a cluster.
  package var minPoints: Int
  /// The zooms at which points are clustered, within 0...30; beyond the last one every point is single.
  package var zooms: ClosedRange<Int>
  /// The position of a cluster's marker.
  package var position: MarkerPosition

  /// Makes options, which are not checked.
  package init(
    radius: Double = 40, tileSize: Double = 512, minPoints: Int = 2, zooms: ClosedRange<Int> = 0...16,
    position: MarkerPosition = .mean
  ) {
    self.radius = radius
    self.tileSize = tileSize
    self.minPoints = minPoints
    self.zooms = zooms
    self.position = position
  }

  /// The square of a center's reach at a zoom, in square world units, rounded down.
  ///
  /// The reach is radius / tileSize * 2^(32 - zoom) units, and never more than 2^32 - 1: one side of the world minus a
  /// unit, so that squares fit 64 bits. Two nodes are neighbors when the square of their distance is at most this
  /// number.
  package func reachSquared(zoom: Int) -> UInt64 {
    let units = radius / tileSize * Double(sign: .plus, exponent: 32 - zoom, significand: 1)
    let reach = min(units, 4_294_967_295)
    return UInt64(reach * reach)
  }

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
  ///   - x: per point, in canonical order: world units east of longitude -180. The index of a point is its rank, so the order
  ///     must come from the features themselves (ascending stable keys), never from the input's order.
  ///   - y: per point: world units south of the northern edge.
  ///   - weights: per point: its weight in fixed point, whose scale does not matter; nil: every point weighs 1. Weights
  ///     replace counts in priorities and centroids, nowhere else. Zero is allowed; their sum is below 2^63.
  ///   - groups: per point: its group, any number; nil if all points are one.
  ///   - threads: the most threads, on which the result does not depend.
  ///   - checkCancellation: called once per zoom; its error ends the work.
  package func hierarchy(
    x: consuming Column<UInt32>, y: consuming Column<UInt32>, weights: consuming Column<UInt64>? = nil,
    groups: Column<UInt32>? = nil, threads: Int = 1, checkCancellation: () throws -> Void = {}
  ) throws -> ClusterHierarchy {
    let pointCount = x.count
    let points = NodeColumns(x: consume x, y: consume y, weights: consume weights, zoom: zooms.upperBound + 1)
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
