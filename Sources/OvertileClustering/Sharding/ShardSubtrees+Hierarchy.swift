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

  /// A cluster as it is read from the hierarchy, in one line of the processor's cache.
  private struct Cluster {
    var id: UInt64 = 0
    var x: UInt32 = 0
    var y: UInt32 = 0
    var root: UInt32 = 0
    var firstPoint: UInt32 = 0
    var count: UInt32 = 0
    var center: UInt32 = 0
    var childCount: UInt32 = 0
    var zoom: UInt8 = 0
  }

  /// Adds the clusters of roots.
  ///
  /// They are read in the order of the hierarchy, and written in that of ids: each at once, and then put into columns.
  private mutating func add(_ numbers: SubtreeNumbers, ids all: [UInt64]) {
    let (hierarchy, points) = (numbers.hierarchy, numbers.hierarchy.pointCount)
    var clusters = [Cluster](repeating: Cluster(), count: numbers.own.count)
    for ordinal in numbers.own {
      let node = points + ordinal
      let root = numbers.roots[node]
      clusters[Int(numbers.numbers[ordinal])] = Cluster(
        id: all[ordinal], x: hierarchy.x[node], y: hierarchy.y[node], root: root,
        firstPoint: numbers.point(node, inRoot: root), count: hierarchy.counts[node],
        // A center point is among the leaves of its cluster, so both moved alike.
        center: numbers.point(Int(hierarchy.ranks[node]), inRoot: root),
        childCount: hierarchy.childStarts[ordinal + 1] - hierarchy.childStarts[ordinal],
        zoom: hierarchy.createdZooms[node])
      let bounds = hierarchy.clusterBounds[ordinal]
      if bounds.west != bounds.east || bounds.north != bounds.south {
        completeZoom = max(completeZoom, Int(hierarchy.createdZooms[node]) + 1)
      }
    }
    (ids, zooms, x, y) = (clusters.map(\.id), clusters.map(\.zoom), clusters.map(\.x), clusters.map(\.y))
    (roots, firstPoints) = (clusters.map(\.root), clusters.map(\.firstPoint))
    (counts, centers, childEnds) = (clusters.map(\.count), clusters.map(\.center), clusters.map(\.childCount))
    var sum: UInt32 = 0
    for cluster in childEnds.indices {
      sum += childEnds[cluster]
      childEnds[cluster] = sum
    }
    children = Array(repeating: 0, count: Int(sum))
    for ordinal in numbers.own {
      let cluster = Int(numbers.numbers[ordinal])
      var next = cluster == 0 ? 0 : Int(childEnds[cluster - 1])
      for child in Int(hierarchy.childStarts[ordinal])..<Int(hierarchy.childStarts[ordinal + 1]) {
        children[next] = numbers.item(Int(hierarchy.childNodes[child]))
        next += 1
      }
    }
  }
}

/// The numbers of the points and clusters of some roots.
private struct SubtreeNumbers {
  let hierarchy: ClusterHierarchy
  private(set) var pointCount = 0
  /// The clusters of the roots, numbered from 0 in the hierarchy, ascending.
  private(set) var own: [Int] = []
  /// Per root: the number of its first point, minus its first leaf's.
  private var shifts: [Int] = []
  /// Per node: its root, or `ClusterHierarchy.noParent`.
  private(set) var roots: [UInt32]
  /// Per cluster of the hierarchy: its number, if it is in a root.
  private(set) var numbers: [UInt32] = []

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
    own = (0..<all).filter { roots[points + $0] != ClusterHierarchy.noParent }
    var sort = RadixSort(capacity: own.count)
    for (index, cluster) in own.enumerated() {
      (sort.keys[index], sort.payloads[index]) = (ids[cluster], UInt32(truncatingIfNeeded: cluster))
    }
    sort.sort(count: own.count, greatest: own.reduce(0) { max($0, ids[$1]) })
    numbers = Array(repeating: 0, count: all)
    withExtendedLifetime(sort) {
      for (number, cluster) in sort.payloads.enumerated() { numbers[Int(cluster)] = UInt32(truncatingIfNeeded: number) }
    }
  }

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
