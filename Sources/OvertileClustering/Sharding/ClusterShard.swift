/// The work of one task: it clusters the nodes of some tiles over some zooms, as if it saw the whole world.
package struct ClusterShard: Sendable {
  /// The options of the whole layer.
  package let options: ClusterOptions
  /// The tiles whose nodes belong to the task.
  package let region: ShardRegion
  /// The zooms that are decided; nil for none.
  package let zooms: ClosedRange<Int>?

  /// Prepares a task of a level.
  package init(_ options: ClusterOptions, region: ShardRegion, zooms: ClosedRange<Int>?) {
    (self.options, self.region, self.zooms) = (options, region, zooms)
  }

  /// Prepares a task of a level with one tile.
  package init(_ options: ClusterOptions, tile: ShardTile, zooms: ClosedRange<Int>?) {
    self.init(options, region: ShardRegion(zoom: tile.zoom, [tile]), zooms: zooms)
  }

  /// The results of a task.
  package struct Result: Sendable, Hashable {
    /// The clusters that belong to the task.
    package var clusters = ShardClusters()
    /// The nodes of the lowest decided zoom that lie in the tiles, by ascending rank.
    package var nodes: ShardNodes
  }

  /// The results of a task of the first level that also draws.
  package struct Drawing: Sendable {
    /// The results for other tasks.
    package let result: Result
    /// The hierarchy of all nodes that were passed. In the tiles and within the buffer around them, see `ShardPlan`, it shows at
    /// each decided zoom what the whole world's shows; farther away it may show anything. nil if no zoom is decided.
    package let hierarchy: ClusterHierarchy?
  }

  /// Clusters nodes. A few passes over the nodes for each zoom, and about 100 bytes of memory a node.
  ///
  /// - Parameters:
  ///   - nodes: all nodes of the zoom above the highest decided one that lie in the tiles or within their halo, see
  ///     `ClusterOptions.halo(clustering:)`, by ascending rank. Further ones change nothing.
  ///   - checkCancellation: called once per zoom; its error ends the work.
  /// - Throws: `ClusteringError` for options or nodes that are not valid.
  package func cluster(
    _ nodes: ShardNodes, checkCancellation: () throws -> Void = {}
  ) throws -> Result {
    try options.validate()
    try nodes.validate()
    guard let zooms else { return Result(nodes: passed(nodes)) }
    let builder = try built(nodes, zooms, checkCancellation)
    return Result(clusters: clusters(builder, nodes), nodes: lowest(builder, nodes))
  }

  /// Clusters points, and keeps their hierarchy. As `cluster`, and about 60 bytes of memory a node more.
  ///
  /// - Parameters:
  ///   - points: nodes of one point each, as for `cluster`.
  ///   - handsClusters: whether the result has clusters; without, they are taken from the hierarchy.
  ///   - checkCancellation: as for `cluster`.
  /// - Throws: `ClusteringError` for options or points that are not valid, and for a node of several points.
  package func drawing(
    _ points: ShardNodes, handsClusters: Bool = true, checkCancellation: () throws -> Void = {}
  ) throws -> Drawing {
    try options.validate()
    // A point that came twice would have the key, the content and the number of another.
    try points.validate(areDifferent: true)
    guard points.counts.allSatisfy({ $0 == 1 }) else {
      throw ClusteringError(.inconsistentShards, "a node of the first level has several points")
    }
    guard let zooms else { return Drawing(result: Result(nodes: passed(points)), hierarchy: nil) }
    let builder = try built(points, zooms, checkCancellation)
    let hierarchy = ClusterHierarchy(
      nodes: builder.nodes, pointCount: points.count, zooms: zooms, unfinishedCount: builder.unfinishedCount,
      byPosition: true)
    let clusters = handsClusters ? clusters(builder, points) : ShardClusters()
    return Drawing(result: Result(clusters: clusters, nodes: lowest(builder, points)), hierarchy: hierarchy)
  }

  /// The nodes of the tiles, which only pass.
  private func passed(_ nodes: ShardNodes) -> ShardNodes {
    nodes.picked((0..<UInt32(nodes.count)).filter { region.holds(x: nodes.x[Int($0)], y: nodes.y[Int($0)]) }[...])
  }

  private func built(
    _ nodes: ShardNodes, _ zooms: ClosedRange<Int>, _ checkCancellation: () throws -> Void
  ) throws -> LevelBuilder {
    var options = options
    options.zooms = zooms
    var points = ClusterPoints(x: nodes.x, y: nodes.y, weights: nodes.weights)
    points.counts = nodes.counts
    try points.validate()
    let builder = LevelBuilder(points: points, options: options)
    builder.countsAsUnfinished = { [region] in region.holds(x: $0.x, y: $0.y) }
    for zoom in zooms.reversed() where nodes.count > 0 {
      try checkCancellation()
      builder.cluster(zoom: zoom)
    }
    return builder
  }

  /// The clusters whose centers were in the tiles, by descending zoom and then ascending rank.
  private func clusters(_ builder: LevelBuilder, _ nodes: ShardNodes) -> ShardClusters {
    var clusters = ShardClusters()
    clusters.unfinishedCount = builder.unfinishedCount
    let made = builder.nodes
    let members = ShardMembers(made, pointCount: nodes.count)
    let own = (nodes.count..<made.count).filter { cluster in
      let center = Int(members.center(of: cluster))
      return region.holds(x: made.x[center], y: made.y[center])
    }
    var children: [UInt32] = []
    for cluster in own {
      let center = members.center(of: cluster)
      for child in members.children(of: cluster) where child != center { children.append(child) }
      clusters.memberEnds.append(UInt32(truncatingIfNeeded: children.count))
    }
    // Column by column: then one access to memory does not wait for the other.
    clusters.zooms = own.map { made.createdZooms[$0] }
    clusters.centers = own.map { nodes.points[Int(made.ranks[$0])] }
    (clusters.x, clusters.y) = (own.map { made.x[$0] }, own.map { made.y[$0] })
    clusters.members = children.map { nodes.points[Int(made.ranks[Int($0)])] }
    return clusters
  }

  /// The nodes of the lowest zoom in the tiles, by ascending rank: those that no cluster has absorbed.
  private func lowest(_ builder: LevelBuilder, _ nodes: ShardNodes) -> ShardNodes {
    let made = builder.nodes
    let own = (0..<made.count)
      .filter { made.parents[$0] == NodeColumns.none && region.holds(x: made.x[$0], y: made.y[$0]) }
      .sorted { made.ranks[$0] < made.ranks[$1] }
    var lowest = ShardNodes(hasWeights: nodes.weights != nil)
    for node in own {
      let center = Int(made.ranks[node])
      lowest.keys.append(nodes.keys[center])
      lowest.contents.append(nodes.contents[center])
      lowest.points.append(nodes.points[center])
      lowest.x.append(made.x[node])
      lowest.y.append(made.y[node])
      lowest.counts.append(made.counts[node])
      if let weight = made.weights?[node] { lowest.weights?.append(weight) }
    }
    return lowest
  }
}

/// The children of each cluster of a task, derived from parents. O(nodes).
private struct ShardMembers {
  private var starts: [Int]
  private var nodes: [UInt32]
  private var centers: [UInt32]
  private let pointCount: Int

  init(_ made: NodeColumns, pointCount: Int) {
    self.pointCount = pointCount
    let count = made.count - pointCount
    starts = Array(repeating: 0, count: count + 1)
    centers = Array(repeating: 0, count: count)
    for parent in made.parents where parent != NodeColumns.none { starts[Int(parent) - pointCount + 1] += 1 }
    for cluster in 0..<count { starts[cluster + 1] += starts[cluster] }
    nodes = Array(repeating: 0, count: starts[count])
    var next = starts
    for (node, parent) in made.parents.enumerated() where parent != NodeColumns.none {
      let cluster = Int(parent) - pointCount
      nodes[next[cluster]] = UInt32(truncatingIfNeeded: node)
      next[cluster] += 1
      if made.ranks[node] == made.ranks[Int(parent)] { centers[cluster] = UInt32(truncatingIfNeeded: node) }
    }
  }

  func children(of cluster: Int) -> ArraySlice<UInt32> {
    nodes[starts[cluster - pointCount]..<starts[cluster - pointCount + 1]]
  }

  func center(of cluster: Int) -> UInt32 { centers[cluster - pointCount] }
}
