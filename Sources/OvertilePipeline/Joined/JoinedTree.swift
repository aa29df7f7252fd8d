import OvertileClustering

/// The clusters of all zooms of a joined layer: those of each task, its highest zooms first, then those of lower zooms. Points are in the
/// order of leaves.
struct JoinedTree {
  /// The clusters and their children.
  let clusters: ClusterTree
  /// Per node of the roots' hierarchy: its number among the clusters, if it is one; any number otherwise.
  let numbers: [UInt32]

  /// Puts the clusters of all tasks together. O(nodes).
  ///
  /// - Throws: `PipelineError` if clusters of a task are in one another.
  init(_ roots: JoinedRoots) throws {
    let (hierarchy, pointCount) = (roots.hierarchy, UInt32(truncatingIfNeeded: roots.pointCount))
    var (ends, children, starts, counts): ([UInt32], [UInt32], [UInt32], [UInt32]) = ([0], [], [], [])
    /// Per task and root: its node.
    var rootNodes: [[UInt32]] = []
    for (task, leafStarts) in zip(roots.tasks, roots.leafStarts) {
      let subtrees = task.subtrees
      let (order, base) = (Self.childrenFirst(subtrees.zooms), pointCount + UInt32(truncatingIfNeeded: starts.count))
      var nodes = [UInt32](repeating: 0, count: order.count)
      for (position, cluster) in order.enumerated() {
        nodes[Int(cluster)] = base + UInt32(truncatingIfNeeded: position)
      }
      func node(_ item: UInt32, inRoot root: Int) -> UInt32 {
        subtrees.cluster(ofItem: item).map { nodes[$0] } ?? item &- task.rootStarts[root] &+ leafStarts[root]
      }
      for cluster in order.lazy.map(Int.init) {
        let root = Int(subtrees.roots[cluster])
        children += subtrees.childRange(of: cluster).map { node(subtrees.children[$0], inRoot: root) }
        ends.append(UInt32(truncatingIfNeeded: children.count))
        starts.append(subtrees.firstPoints[cluster] - task.rootStarts[root] + leafStarts[root])
        counts.append(subtrees.counts[cluster])
      }
      rootNodes.append(subtrees.rootItems.enumerated().map { node($1, inRoot: $0) })
    }
    let base = pointCount + UInt32(truncatingIfNeeded: starts.count)
    let nodes = (0..<hierarchy.nodeCount).map { node -> UInt32 in
      guard node < hierarchy.pointCount else { return base + UInt32(truncatingIfNeeded: node - hierarchy.pointCount) }
      return rootNodes[roots.order[node].task][roots.order[node].root]
    }
    for cluster in hierarchy.clusters {
      children += hierarchy.children(ofCluster: cluster).map { nodes[Int($0)] }
      ends.append(UInt32(truncatingIfNeeded: children.count))
      let leaves = hierarchy.leafRange(of: cluster)
      starts.append(UInt32(truncatingIfNeeded: leaves.lowerBound))
      counts.append(UInt32(truncatingIfNeeded: leaves.count))
    }
    clusters = ClusterTree(
      pointCount: roots.pointCount, childStarts: ends, childNodes: children, leafStarts: starts, counts: counts)
    numbers = nodes.map { $0 &- pointCount }
    guard clusters.isInOrder else {
      throw PipelineError.inputOutput("clusters of a task's part are in one another. Make the parts again")
    }
  }

  /// Clusters by descending zoom: a cluster's children have higher zooms than it. O(clusters).
  private static func childrenFirst(_ zooms: [UInt8]) -> [UInt32] {
    var starts = [Int](repeating: 0, count: 257)
    for zoom in zooms { starts[256 - Int(zoom)] += 1 }
    for zoom in 1...256 { starts[zoom] += starts[zoom - 1] }
    var order = [UInt32](repeating: 0, count: zooms.count)
    for (cluster, zoom) in zooms.enumerated() {
      order[starts[255 - Int(zoom)]] = UInt32(truncatingIfNeeded: cluster)
      starts[255 - Int(zoom)] += 1
    }
    return order
  }
}
