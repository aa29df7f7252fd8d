/// The nodes of the lowest zoom that a task of the first level decides, each with everything in it, in columns.
///
/// A root is such a node that lies in the task's tiles. It is handed over whole, also with clusters and points of other tiles:
/// so each point is in one root, and has the same neighbors in memory as on one machine. Points are numbered in depth-first
/// order, from those of the first root on. An item is a point, or a cluster's number plus `pointCount`.
package struct ShardSubtrees: Sendable, Hashable {
  /// The number of points in all roots.
  package var pointCount = 0

  /// Per root, in the order of their points: the key of its center point's feature.
  package var rootKeys: [UInt64] = []
  /// Per root: the number of its center point, by which clusters of lower zooms name it.
  package var rootNumbers: [UInt64] = []
  /// Per root: its item.
  package var rootItems: [UInt32] = []
  /// Per root: west, north, east and south of its points.
  package var rootBounds: [UInt32] = []

  /// Per cluster, ascending: its id, if no other has the same.
  package var ids: [UInt64] = []
  /// Per cluster: its zoom.
  package var zooms: [UInt8] = []
  /// Per cluster: world units east of longitude -180.
  package var x: [UInt32] = []
  /// Per cluster: world units south of the northern edge.
  package var y: [UInt32] = []
  /// Per cluster: its root.
  package var roots: [UInt32] = []
  /// Per cluster: the first of its points.
  package var firstPoints: [UInt32] = []
  /// Per cluster: the number of its points.
  package var counts: [UInt32] = []
  /// Per cluster: its center point.
  package var centers: [UInt32] = []
  /// Per cluster: the end of its children.
  package var childEnds: [UInt32] = []
  /// The children of all clusters, items, each cluster's by ascending rank.
  package var children: [UInt32] = []

  /// The first zoom after which no cluster is split any more; see `ClusterHierarchy.completeZoom`.
  package var completeZoom = 0
  /// Nodes that could still have become clusters when the passes for `minPoints` above 2 were over, over all zooms.
  package var unfinishedCount = 0

  /// No roots.
  package init() {}

  /// The number of clusters.
  package var clusterCount: Int { ids.count }

  /// The number of roots.
  package var rootCount: Int { rootItems.count }

  /// The cluster of an item; nil for a point.
  @inline(__always)
  package func cluster(ofItem item: UInt32) -> Int? { Int(item) < pointCount ? nil : Int(item) - pointCount }

  /// The children of a cluster, as indices among all children.
  @inline(__always)
  package func childRange(of cluster: Int) -> Range<Int> {
    (cluster == 0 ? 0 : Int(childEnds[cluster - 1]))..<Int(childEnds[cluster])
  }

  /// The bounds of a root's points.
  package func bounds(ofRoot root: Int) -> ClusterBounds {
    let edges = rootBounds[4 * root..<4 * root + 4]
    let first = edges.startIndex
    return ClusterBounds(
      west: edges[first], north: edges[first + 1], east: edges[first + 2], south: edges[first + 3])
  }

  /// The number of points in a root.
  package func count(ofRoot root: Int) -> Int { cluster(ofItem: rootItems[root]).map { Int(counts[$0]) } ?? 1 }

  /// Per root: the first of its points.
  package var rootStarts: [UInt32] {
    var next: UInt32 = 0
    return rootItems.indices.map { root in
      defer { next += UInt32(truncatingIfNeeded: count(ofRoot: root)) }
      return next
    }
  }

  /// The center point of an item.
  private func center(ofItem item: UInt32) -> UInt32 { cluster(ofItem: item).map { centers[$0] } ?? item }

  /// The clusters as those of any task, for one machine that has all points.
  ///
  /// - Parameter numbers: per point: its number.
  package func clusters(numbers: [UInt64]) -> ShardClusters {
    var clusters = ShardClusters()
    (clusters.zooms, clusters.x, clusters.y, clusters.unfinishedCount) = (zooms, x, y, unfinishedCount)
    clusters.centers = centers.map { numbers[Int($0)] }
    for cluster in ids.indices {
      for child in childRange(of: cluster) {
        let center = center(ofItem: children[child])
        if center != centers[cluster] { clusters.members.append(numbers[Int(center)]) }
      }
      clusters.memberEnds.append(UInt32(truncatingIfNeeded: clusters.members.count))
    }
    return clusters
  }

  /// Checks that the columns agree, that roots follow one another, and that every cluster lies in its root. O(n).
  ///
  /// - Throws: `ClusteringError` if they do not.
  package func validate() throws {
    let lengths = [zooms.count] + [x, y, roots, firstPoints, counts, centers, childEnds].map(\.count)
    guard lengths.allSatisfy({ $0 == clusterCount }), rootKeys.count == rootCount, rootNumbers.count == rootCount,
      rootBounds.count == 4 * rootCount, Int(childEnds.last ?? 0) == children.count,
      pointCount >= 0, pointCount + clusterCount < Int(UInt32.max), unfinishedCount >= 0, completeZoom >= 0
    else {
      throw ClusteringError(.unequalColumns, "\(clusterCount) clusters beside \(lengths), \(children.count) children")
    }
    let items = pointCount + clusterCount
    guard rootItems.allSatisfy({ $0 < items }), children.allSatisfy({ $0 < items }),
      zip([0] + childEnds, childEnds).allSatisfy({ $0 < $1 }), zip(ids, ids.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw ClusteringError(.inconsistentShards, "a root or a child is none, or a cluster has no children") }
    var starts: [Int] = []
    starts.reserveCapacity(rootCount + 1)
    var next = 0
    for root in 0..<rootCount {
      starts.append(next)
      let first = cluster(ofItem: rootItems[root]).map { firstPoints[$0] } ?? rootItems[root]
      guard Int(first) == next else { throw ClusteringError(.inconsistentShards, "a root does not follow the last") }
      next += count(ofRoot: root)
    }
    starts.append(next)
    let areInRoots = ids.indices.allSatisfy { cluster in
      let (first, root) = (Int(firstPoints[cluster]), Int(roots[cluster]))
      let points = first..<first + Int(counts[cluster])
      return root < rootCount && points.contains(Int(centers[cluster])) && starts[root] <= first
        && points.upperBound <= starts[root + 1]
    }
    guard next == pointCount, areInRoots else {
      throw ClusteringError(.inconsistentShards, "a point or a cluster is in no root")
    }
  }
}
