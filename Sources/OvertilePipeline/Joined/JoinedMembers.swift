import OvertileBundleFormat
import OvertileClustering
import OvertileFeatures
import OvertileSearching

/// The members of the clusters of a layer, from the roots of all tasks: each task's are read in the order in which it wrote them.
final class JoinedMembers: MembersSource {
  private let roots: JoinedRoots
  private let clusters: JoinedClusters
  private let shown: JoinedProperties
  private let withProperties: Bool
  private let lowerIDs: [UInt64]
  /// Per root in the order of leaves: the first of its leaves.
  private let starts: [UInt32]
  private let tasks: [TaskMembers]

  /// Prepares the members. O(roots).
  init(_ layer: JoinedOverlays, withProperties: Bool) {
    (roots, clusters, shown) = (layer.roots, layer.joined, layer.shown)
    self.withProperties = withProperties
    tasks = roots.tasks.indices.map { [roots, clusters] task in
      TaskMembers(
        roots.tasks[task], leafStarts: roots.leafStarts[task], positions: clusters.positions[task + 1])
    }
    lowerIDs = layer.records[roots.order.count...].map(\.id)
    starts = roots.byLeaves.map { [roots] in
      UInt32(truncatingIfNeeded: roots.hierarchy.leafRange(of: Int($0)).lowerBound)
    }
  }

  var clusterCount: Int { clusters.count }
  var childCount: Int { roots.tasks.reduce(roots.hierarchy.childCount) { $0 + $1.subtrees.children.count } }
  var leafCount: Int { roots.pointCount }
  var tables: (keys: ValueTable, values: ValueTable)? {
    withProperties && leafCount > 0 ? (shown.summary.keys, shown.summary.values) : nil
  }

  func append(clusters range: Range<Int>, to run: inout [MembersCluster]) {
    for index in range {
      let (owner, number) = (Int(clusters.owners[index]), Int(clusters.numbers[index]))
      run.append(owner == 0 ? lower(number) : tasks[owner - 1].cluster(number))
    }
  }

  private func lower(_ number: Int) -> MembersCluster {
    let (hierarchy, node) = (roots.hierarchy, roots.hierarchy.pointCount + number)
    let leaves = hierarchy.leafRange(of: node)
    return MembersCluster(
      id: lowerIDs[number], zoom: hierarchy.createdZooms[node], x: hierarchy.x[node], y: hierarchy.y[node],
      leaves: UInt32(leaves.lowerBound)..<UInt32(leaves.upperBound),
      childCount: hierarchy.children(ofCluster: node).count)
  }

  func append(childrenOf range: Range<Int>, to run: inout [ClusterMembers.Child]) {
    for index in range {
      let (owner, number) = (Int(clusters.owners[index]), Int(clusters.numbers[index]))
      if owner == 0 {
        for child in roots.hierarchy.children(ofCluster: roots.hierarchy.pointCount + number) {
          run.append(lowerChild(Int(child)))
        }
        continue
      }
      tasks[owner - 1].append(childrenOf: number, to: &run)
    }
  }

  private func lowerChild(_ node: Int) -> ClusterMembers.Child {
    guard node < roots.hierarchy.pointCount else {
      return .cluster(clusters.positions[0][node - roots.hierarchy.pointCount])
    }
    let (task, root) = roots.order[node]
    return roots.tasks[task].cluster(ofRoot: root).map { .cluster(clusters.positions[task + 1][$0]) }
      ?? .leaf(roots.leafStarts[task][root])
  }

  func append(leaves: Range<Int>, to run: inout [MembersLeaf]) {
    forEachRoot(in: leaves) { task, _, points in
      roots.tasks[task].leaves.forEachPoint(points) { run.append(MembersLeaf(id: $0, x: $1, y: $2)) }
    }
  }

  func append(tagsOf leaves: Range<Int>, to run: inout MembersTags) {
    forEachRoot(in: leaves) { task, root, points in
      let (keys, values) = (shown.keyMaps[task], shown.valueMaps[task])
      let first = Int(tasks[task].rootStarts[root])
      let own = points.lowerBound - first..<points.upperBound - first
      roots.tasks[task].leaves.forEachEntry(ofRoot: root, own) { key, value in
        run.keys.append(keys[Int(key)])
        run.values.append(values[Int(value)])
      } endPoint: {
        run.ends.append(run.keys.count)
      }
    }
  }

  /// Calls a closure with the task, the root and some points of every root that has some of the leaves, in their order.
  private func forEachRoot(in leaves: Range<Int>, _ body: (_ task: Int, _ root: Int, _ points: Range<Int>) -> Void) {
    var next = leaves.lowerBound
    var position = starts.partitioningIndex { Int($0) > next } - 1
    while next < leaves.upperBound {
      let (task, root) = roots.order[Int(roots.byLeaves[position])]
      let (start, first) = (Int(starts[position]), Int(tasks[task].rootStarts[root]))
      let end = min(leaves.upperBound, start + roots.tasks[task].count(ofRoot: root))
      body(task, root, first + next - start..<first + end - start)
      (next, position) = (end, position + 1)
    }
  }
}

/// The members of the clusters of one task.
///
/// A class, since a structure of many columns is copied at each use, and they are retained one by one.
private final class TaskMembers {
  private let subtrees: ShardSubtrees
  private let pointCount: UInt32
  /// Per root: the first of its leaves among those of all tasks.
  private let leafStarts: [UInt32]
  /// Per root: the first of its points in the task.
  let rootStarts: [UInt32]
  /// Per cluster: its position among those of all tasks.
  private let positions: [UInt32]

  init(_ task: JoinedRoots.Task, leafStarts: [UInt32], positions: [UInt32]) {
    (subtrees, self.leafStarts, self.positions) = (task.subtrees, leafStarts, positions)
    (rootStarts, pointCount) = (task.rootStarts, UInt32(truncatingIfNeeded: task.subtrees.pointCount))
  }

  /// The difference between the leaves of a cluster and its points in the task, which is that of its root.
  @inline(__always)
  private func shift(_ cluster: Int) -> UInt32 {
    let root = Int(subtrees.roots[cluster])
    return leafStarts[root] &- rootStarts[root]
  }

  @inline(__always)
  func cluster(_ number: Int) -> MembersCluster {
    let first = shift(number) &+ subtrees.firstPoints[number]
    let children = (number == 0 ? 0 : subtrees.childEnds[number - 1])..<subtrees.childEnds[number]
    return MembersCluster(
      id: subtrees.ids[number], zoom: subtrees.zooms[number], x: subtrees.x[number], y: subtrees.y[number],
      leaves: first..<first + subtrees.counts[number], childCount: children.count)
  }

  @inline(__always)
  func append(childrenOf number: Int, to run: inout [ClusterMembers.Child]) {
    let shift = shift(number)
    for child in (number == 0 ? 0 : Int(subtrees.childEnds[number - 1]))..<Int(subtrees.childEnds[number]) {
      let item = subtrees.children[child]
      run.append(item < pointCount ? .leaf(item &+ shift) : .cluster(positions[Int(item - pointCount)]))
    }
  }
}
