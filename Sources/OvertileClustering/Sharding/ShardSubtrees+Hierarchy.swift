extension ShardSubtrees {
  /// The roots of a task, from the hierarchy of all points that it was handed. O(nodes).
  ///
  /// - Parameters:
  ///   - hierarchy: see `ClusterShard.Drawing`.
  ///   - region: the task's tiles.
  ///   - ids: per cluster of the hierarchy: its id.
  ///   - points: the points of the hierarchy.
  /// - Returns: the roots, and for each of them its leaves among the hierarchy's.
  package static func roots(
    of hierarchy: ClusterHierarchy, in region: ShardRegion, ids: [UInt64], points: ShardNodes
  ) -> (subtrees: ShardSubtrees, leaves: [Range<Int>]) {
    let nodes = (0..<hierarchy.nodeCount)
      .filter {
        hierarchy.parents[$0] == ClusterHierarchy.noParent && region.holds(x: hierarchy.x[$0], y: hierarchy.y[$0])
      }
      .sorted { hierarchy.leafStarts[$0] < hierarchy.leafStarts[$1] }
    var roots = SubtreeNumbers(hierarchy, nodes)
    roots.order(byIDs: ids)
    var subtrees = ShardSubtrees()
    subtrees.pointCount = roots.pointCount
    subtrees.unfinishedCount = hierarchy.unfinishedCount
    subtrees.rootKeys = nodes.map { points.keys[Int(hierarchy.ranks[$0])] }
    subtrees.rootNumbers = nodes.map { points.points[Int(hierarchy.ranks[$0])] }
    subtrees.rootItems = nodes.map { roots.item($0) }
    subtrees.rootBounds = nodes.flatMap { node in
      let bounds = hierarchy.bounds(of: node)
      return [bounds.west, bounds.north, bounds.east, bounds.south]
    }
    subtrees.add(roots, ids: ids)
    return (subtrees, nodes.map { hierarchy.leafRange(of: $0) })
  }

  /// Adds the clusters of roots.
  private mutating func add(_ numbers: SubtreeNumbers, ids all: [UInt64]) {
    let (hierarchy, points) = (numbers.hierarchy, numbers.hierarchy.pointCount)
    let clusters = numbers.clusters
    ids = clusters.map { all[Int($0)] }
    // Column by column: then one access to memory does not wait for the other.
    let nodes = clusters.map { points + Int($0) }
    zooms = nodes.map { hierarchy.createdZooms[$0] }
    (x, y, counts) = (nodes.map { hierarchy.x[$0] }, nodes.map { hierarchy.y[$0] }, nodes.map { hierarchy.counts[$0] })
    roots = nodes.map { numbers.root($0) }
    firstPoints = nodes.map { numbers.firstPoint($0) }
    // A center point is among the leaves of its cluster, so both moved alike.
    centers = zip(nodes, roots).map { numbers.point(Int(hierarchy.ranks[$0]), inRoot: $1) }
    childEnds.reserveCapacity(nodes.count)
    for node in nodes {
      for child in hierarchy.children(ofCluster: node) { children.append(numbers.item(Int(child))) }
      childEnds.append(UInt32(truncatingIfNeeded: children.count))
      let bounds = hierarchy.bounds(of: node)
      if bounds.west != bounds.east || bounds.north != bounds.south {
        completeZoom = max(completeZoom, Int(hierarchy.createdZooms[node]) + 1)
      }
    }
  }
}

/// The numbers of the points and clusters of some roots.
private struct SubtreeNumbers {
  let hierarchy: ClusterHierarchy
  private(set) var pointCount = 0
  /// The clusters of the roots, numbered from 0 in the hierarchy, in their order.
  private(set) var clusters: [UInt32] = []
  /// Per root: the number of its first point, minus its first leaf's.
  private var shifts: [Int] = []
  /// Per node: its root, or `ClusterHierarchy.noParent`.
  private var roots: [UInt32]
  /// Per cluster of the hierarchy: its number, if it is in a root.
  private var numbers: [UInt32] = []

  init(_ hierarchy: ClusterHierarchy, _ nodes: [Int]) {
    self.hierarchy = hierarchy
    roots = Array(repeating: ClusterHierarchy.noParent, count: hierarchy.nodeCount)
    for (root, node) in nodes.enumerated() {
      roots[node] = UInt32(truncatingIfNeeded: root)
      shifts.append(pointCount - Int(hierarchy.leafStarts[node]))
      pointCount += Int(hierarchy.counts[node])
    }
    // A parent has a greater index than its children.
    for node in (0..<hierarchy.nodeCount).reversed() {
      let parent = hierarchy.parents[node]
      if parent != ClusterHierarchy.noParent { roots[node] = roots[Int(parent)] }
    }
  }

  /// Numbers the clusters by ascending ids.
  mutating func order(byIDs ids: [UInt64]) {
    let (points, all) = (hierarchy.pointCount, hierarchy.clusterCount)
    let own = (0..<all).filter { roots[points + $0] != ClusterHierarchy.noParent }
    var sort = RadixSort(capacity: own.count)
    for (index, cluster) in own.enumerated() {
      (sort.keys[index], sort.payloads[index]) = (ids[cluster], UInt32(truncatingIfNeeded: cluster))
    }
    sort.sort(count: own.count, greatest: own.reduce(0) { max($0, ids[$1]) })
    clusters = withExtendedLifetime(sort) { Array(sort.payloads) }
    numbers = Array(repeating: 0, count: all)
    for (number, cluster) in clusters.enumerated() { numbers[Int(cluster)] = UInt32(truncatingIfNeeded: number) }
  }

  func root(_ node: Int) -> UInt32 { roots[node] }

  /// The first point of a node that is in a root.
  @inline(__always)
  func firstPoint(_ node: Int) -> UInt32 { point(node, inRoot: roots[node]) }

  @inline(__always)
  func point(_ node: Int, inRoot root: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: Int(hierarchy.leafStarts[node]) + shifts[Int(root)])
  }

  @inline(__always)
  func item(_ node: Int) -> UInt32 {
    node < hierarchy.pointCount
      ? firstPoint(node) : UInt32(truncatingIfNeeded: pointCount) + numbers[node - hierarchy.pointCount]
  }
}
