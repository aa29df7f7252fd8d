extension ClusterHierarchy {
  /// Puts together the clusters that tasks made of one layer: the hierarchy that one machine makes of its points.
  ///
  /// O(nodes log nodes).
  ///
  /// - Parameters:
  ///   - shards: the clusters of every task of every level, in any order.
  ///   - points: all points in canonical order.
  ///   - zooms: the zooms at which they were clustered.
  ///   - rank: the index of a point by its number, or nil if there is none.
  /// - Throws: `ClusteringError` if the tasks contradict one another or the points: a cluster that two have, a node that is
  ///   in two clusters of a zoom, a point that does not exist.
  package init(
    joining shards: [ShardClusters], of points: ClusterPoints, zooms: ClosedRange<Int>,
    rank: (_ number: UInt64) -> UInt32?
  ) throws {
    try points.validate()
    for shard in shards { try shard.validate() }
    var clusters = [ZoomClusters](repeating: ZoomClusters(), count: zooms.count)
    for shard in shards {
      for cluster in 0..<shard.count {
        guard zooms.contains(Int(shard.zooms[cluster])) else {
          throw ClusteringError(
            .inconsistentShards, "a cluster of zoom \(shard.zooms[cluster]), which is not clustered")
        }
        try clusters[Int(shard.zooms[cluster]) - zooms.lowerBound].append(cluster, of: shard) { number in
          guard let point = rank(number), Int(point) < points.count else {
            throw ClusteringError(.inconsistentShards, "there is no point \(number)")
          }
          return point
        }
      }
    }
    var join = ShardJoin(points, zooms: zooms)
    for zoom in zooms.reversed() {
      try join.add(clusters[zoom - zooms.lowerBound], zoom: zoom)
      clusters[zoom - zooms.lowerBound] = ZoomClusters()
    }
    self.init(
      nodes: join.nodes, pointCount: points.count, zooms: zooms,
      unfinishedCount: shards.reduce(0) { $0 + $1.unfinishedCount })
  }
}

/// The clusters of one zoom, from all tasks, with the ranks of points in place of their numbers.
private struct ZoomClusters {
  private(set) var centers: [UInt32] = []
  private(set) var x: [UInt32] = []
  private(set) var y: [UInt32] = []
  private var memberEnds: [Int] = []
  private var members: [UInt32] = []

  mutating func append(_ cluster: Int, of shard: ShardClusters, rank: (UInt64) throws -> UInt32) throws {
    centers.append(try rank(shard.centers[cluster]))
    x.append(shard.x[cluster])
    y.append(shard.y[cluster])
    for member in shard.members(of: cluster) { members.append(try rank(member)) }
    memberEnds.append(members.count)
  }

  func members(of cluster: Int) -> ArraySlice<UInt32> {
    members[(cluster == 0 ? 0 : memberEnds[cluster - 1])..<memberEnds[cluster]]
  }

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
private struct ShardJoin {
  private(set) var nodes: NodeColumns
  /// Per point: the node that it is the center of at the current zoom; `NodeColumns.none` once that is in a cluster of
  /// another center.
  private var current: [UInt32]

  init(_ points: ClusterPoints, zooms: ClosedRange<Int>) {
    nodes = NodeColumns(points: ClusterPoints(x: points.x, y: points.y), zoom: zooms.upperBound + 1)
    current = (0..<points.count).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Adds the clusters of a zoom by ascending rank.
  mutating func add(_ clusters: ZoomClusters, zoom: Int) throws {
    let first = nodes.count
    nodes.append(clusters: clusters.centers.count, zoom: UInt8(truncatingIfNeeded: zoom))
    for (number, cluster) in clusters.order().map(Int.init).enumerated() {
      let parent = UInt32(truncatingIfNeeded: first + number)
      let center = clusters.centers[cluster]
      var count = try absorb(center, into: parent)
      for member in clusters.members(of: cluster) {
        count += try absorb(member, into: parent)
        current[Int(member)] = NodeColumns.none
      }
      (nodes.x[Int(parent)], nodes.y[Int(parent)]) = (clusters.x[cluster], clusters.y[cluster])
      (nodes.counts[Int(parent)], nodes.ranks[Int(parent)]) = (count, center)
      // The center's node is still the current one of its point.
      nodes.origins[Int(parent) - current.count] = nodes.x[Int(current[Int(center)])]
    }
    for cluster in first..<nodes.count {
      let center = Int(nodes.ranks[cluster])
      guard current[center] != NodeColumns.none else {
        throw ClusteringError(.inconsistentShards, "point \(center) is a center and a member at zoom \(zoom)")
      }
      current[center] = UInt32(truncatingIfNeeded: cluster)
    }
  }

  /// Makes a cluster the parent of the node of a point; returns the points in it.
  private mutating func absorb(_ point: UInt32, into parent: UInt32) throws -> UInt32 {
    let node = current[Int(point)]
    guard node != NodeColumns.none, nodes.parents[Int(node)] == NodeColumns.none else {
      throw ClusteringError(.inconsistentShards, "the node of point \(point) is in two clusters of one zoom")
    }
    nodes.parents[Int(node)] = parent
    return nodes.counts[Int(node)]
  }
}
