extension ClusterHierarchy {
  /// Puts together the clusters that tasks made of one layer: the hierarchy that one machine makes of its points.
  ///
  /// O(nodes log nodes).
  ///
  /// - Parameters:
  ///   - shards: the clusters of every task of every level, in any order.
  ///   - points: all points in canonical order.
  ///   - bounds: per point, the bounds of the points that it represents; nil if every point is one.
  ///   - zooms: the zooms at which they were clustered.
  ///   - rank: the index of a point by its number, or nil if there is none.
  /// - Throws: `ClusteringError` if the tasks contradict one another or the points: a cluster that two have, a node that is
  ///   in two clusters of a zoom, a point that does not exist.
  package init(
    joining shards: [ShardClusters], of points: ClusterPoints, bounds: [ClusterBounds]? = nil,
    zooms: ClosedRange<Int>, rank: (_ number: UInt64) -> UInt32?
  ) throws {
    try points.validate()
    for shard in shards { try shard.validate() }
    var clusters = [ZoomClusters](repeating: ZoomClusters(), count: zooms.count)
    for shard in shards {
      // All at once: then one access to memory does not wait for the other.
      let centers = try shard.centers.map { try point(rank($0), $0, of: points) }
      let members = try shard.members.map { try point(rank($0), $0, of: points) }
      for cluster in 0..<shard.count {
        guard zooms.contains(Int(shard.zooms[cluster])) else {
          throw ClusteringError(
            .inconsistentShards, "a cluster of zoom \(shard.zooms[cluster]), which is not clustered")
        }
        clusters[Int(shard.zooms[cluster]) - zooms.lowerBound].append(
          centers[cluster], x: shard.x[cluster], y: shard.y[cluster], members[shard.memberRange(of: cluster)])
      }
    }
    var join = ShardJoin(points, zooms: zooms)
    for zoom in zooms.reversed() {
      try join.add(clusters[zoom - zooms.lowerBound], zoom: zoom)
      clusters[zoom - zooms.lowerBound] = ZoomClusters()
    }
    self.init(
      nodes: join.nodes, pointCount: points.count, pointBounds: bounds, zooms: zooms,
      unfinishedCount: shards.reduce(0) { $0 + $1.unfinishedCount })
  }
}

/// The index of a point that a task has named, if it exists.
private func point(_ rank: UInt32?, _ number: UInt64, of points: ClusterPoints) throws -> UInt32 {
  guard let rank, Int(rank) < points.count else {
    throw ClusteringError(.inconsistentShards, "there is no point \(number)")
  }
  return rank
}

/// The clusters of one zoom, from all tasks, with the ranks of points in place of their numbers.
private struct ZoomClusters {
  private(set) var centers: [UInt32] = []
  private(set) var x: [UInt32] = []
  private(set) var y: [UInt32] = []
  private(set) var members: [UInt32] = []
  private var memberEnds: [Int] = []

  mutating func append(_ center: UInt32, x: UInt32, y: UInt32, _ members: ArraySlice<UInt32>) {
    centers.append(center)
    self.x.append(x)
    self.y.append(y)
    self.members += members
    memberEnds.append(self.members.count)
  }

  func members(of cluster: Int) -> Range<Int> { (cluster == 0 ? 0 : memberEnds[cluster - 1])..<memberEnds[cluster] }

  /// The clusters by the ascending rank of their centers. O(n).
  func order() -> [UInt32] {
    var sort = RadixSort(capacity: centers.count)
    for (cluster, center) in centers.enumerated() {
      (sort.keys[cluster], sort.payloads[cluster]) = (UInt64(center), UInt32(truncatingIfNeeded: cluster))
    }
    sort.sort(count: centers.count, greatest: UInt64(centers.max() ?? 0))
    return withExtendedLifetime(sort) { Array(sort.payloads) }
  }
}

/// The nodes of a hierarchy while clusters are joined, zooms descending.
///
/// Points lie anywhere in memory, so each step goes through all clusters of a zoom: then one access does not wait for the other.
private struct ShardJoin {
  private(set) var nodes: NodeColumns
  /// Per point: the node that it is the center of at the current zoom; `NodeColumns.none` once that is in a cluster of
  /// another center.
  private var current: [UInt32]

  init(_ points: ClusterPoints, zooms: ClosedRange<Int>) {
    nodes = NodeColumns(
      points: ClusterPoints(x: points.x, y: points.y, counts: points.counts), zoom: zooms.upperBound + 1)
    current = (0..<points.count).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Adds the clusters of a zoom by ascending rank.
  mutating func add(_ clusters: ZoomClusters, zoom: Int) throws {
    let first = nodes.count
    nodes.append(clusters: clusters.centers.count, zoom: UInt8(truncatingIfNeeded: zoom))
    let centers = clusters.centers.map { current[Int($0)] }
    let members = clusters.members.map { current[Int($0)] }
    for (number, cluster) in clusters.order().lazy.map(Int.init).enumerated() {
      let parent = UInt32(truncatingIfNeeded: first + number)
      var count = try absorb(centers[cluster], clusters.centers[cluster], into: parent)
      for member in clusters.members(of: cluster) {
        count += try absorb(members[member], clusters.members[member], into: parent)
      }
      (nodes.x[Int(parent)], nodes.y[Int(parent)]) = (clusters.x[cluster], clusters.y[cluster])
      (nodes.counts[Int(parent)], nodes.ranks[Int(parent)]) = (count, clusters.centers[cluster])
      nodes.origins[Int(parent) - current.count] = nodes.x[Int(centers[cluster])]
    }
    // Each node was absorbed once, so no center is a member.
    for member in clusters.members { current[Int(member)] = NodeColumns.none }
    for cluster in first..<nodes.count {
      current[Int(nodes.ranks[cluster])] = UInt32(truncatingIfNeeded: cluster)
    }
  }

  /// Makes a cluster the parent of the node of a point; returns the points in it.
  private mutating func absorb(_ node: UInt32, _ point: UInt32, into parent: UInt32) throws -> UInt32 {
    guard node != NodeColumns.none, nodes.parents[Int(node)] == NodeColumns.none else {
      throw ClusteringError(.inconsistentShards, "the node of point \(point) is in two clusters of one zoom")
    }
    nodes.parents[Int(node)] = parent
    return nodes.counts[Int(node)]
  }
}
