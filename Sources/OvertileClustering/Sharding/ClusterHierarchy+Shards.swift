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
    var join = ShardJoin(points, zooms: zooms)
    var clusters = [[(shard: Int, cluster: Int)]](repeating: [], count: zooms.count)
    for (number, shard) in shards.enumerated() {
      for cluster in 0..<shard.count {
        guard zooms.contains(Int(shard.zooms[cluster])) else {
          throw ClusteringError(
            .inconsistentShards, "a cluster of zoom \(shard.zooms[cluster]), which is not clustered")
        }
        clusters[Int(shard.zooms[cluster]) - zooms.lowerBound].append((number, cluster))
      }
    }
    for zoom in zooms.reversed() { try join.add(clusters[zoom - zooms.lowerBound], zoom: zoom, of: shards, rank) }
    self.init(
      nodes: join.nodes, pointCount: points.count, zooms: zooms,
      unfinishedCount: shards.reduce(0) { $0 + $1.unfinishedCount })
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
  mutating func add(
    _ clusters: [(shard: Int, cluster: Int)], zoom: Int, of shards: [ShardClusters], _ rank: (UInt64) -> UInt32?
  ) throws {
    var found = try clusters.map { shard, cluster in
      (rank: try known(shards[shard].centers[cluster], rank), shard: shard, cluster: cluster)
    }
    found.sort { $0.rank < $1.rank }
    let first = nodes.count
    for (center, shard, cluster) in found {
      let parent = UInt32(truncatingIfNeeded: nodes.count)
      var count = try absorb(center, into: parent)
      for member in shards[shard].members(of: cluster) {
        let point = try known(member, rank)
        count += try absorb(point, into: parent)
        current[Int(point)] = NodeColumns.none
      }
      nodes.append(clusters: 1, zoom: UInt8(truncatingIfNeeded: zoom))
      (nodes.x[Int(parent)], nodes.y[Int(parent)]) = (shards[shard].x[cluster], shards[shard].y[cluster])
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

  private func known(_ number: UInt64, _ rank: (UInt64) -> UInt32?) throws -> UInt32 {
    guard let point = rank(number), Int(point) < current.count else {
      throw ClusteringError(.inconsistentShards, "there is no point \(number)")
    }
    return point
  }
}
