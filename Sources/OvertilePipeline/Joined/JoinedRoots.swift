import OvertileClustering

/// The roots of all tasks in one order, under the clusters of lower zooms: the hierarchy of one machine, but with a root in
/// place of all that is in it.
struct JoinedRoots: Sendable {
  /// The roots of a task, and what is shown of their points.
  ///
  /// A class, since structures of many columns are copied at each use, and these are retained one by one.
  final class Task: Sendable {
    let subtrees: ShardSubtrees
    let leaves: SubtreeLeaves
    /// What aggregates need of the points; nil for a layer without them.
    let aggregated: SubtreeAggregates?
    /// Per root: the first of its points.
    let rootStarts: [UInt32]

    init(_ subtrees: ShardSubtrees, _ leaves: SubtreeLeaves, _ aggregated: SubtreeAggregates?) {
      (self.subtrees, self.leaves, rootStarts) = (subtrees, leaves, subtrees.rootStarts)
      self.aggregated = aggregated
    }

    /// The number of points in a root.
    @inline(__always)
    func count(ofRoot root: Int) -> Int {
      (root + 1 < rootStarts.count ? Int(rootStarts[root + 1]) : subtrees.pointCount) - Int(rootStarts[root])
    }

    /// The cluster that a root is; nil for a point.
    @inline(__always)
    func cluster(ofRoot root: Int) -> Int? {
      let item = Int(subtrees.rootItems[root])
      return item < subtrees.pointCount ? nil : item - subtrees.pointCount
    }
  }

  let tasks: [Task]
  /// Per root by ascending rank: its task, and its number there.
  let order: [(task: Int, root: Int)]
  /// The clusters of lower zooms; its points are the roots in this order.
  let hierarchy: ClusterHierarchy
  /// Per task and root: the first of its leaves among those of all tasks.
  let leafStarts: [[UInt32]]
  /// The roots, as positions in `order`, in the order of their leaves.
  let byLeaves: [UInt32]

  /// Joins roots. O(roots log roots), and O(1) for each cluster of lower zooms.
  ///
  /// - Parameters:
  ///   - tasks: the roots of all tasks; their features differ in their keys.
  ///   - clusters: the clusters of lower zooms.
  ///   - zooms: the lower zooms.
  /// - Throws: `PipelineError` if tasks contradict one another.
  init(_ tasks: [Task], _ clusters: [ShardClusters], zooms: ClosedRange<Int>, layer: String) throws {
    self.tasks = tasks
    let all = tasks.enumerated().flatMap { task, own in
      own.subtrees.rootKeys.enumerated().map { root, key in (key: key, task: task, root: root) }
    }
    order = all.sorted { $0.key < $1.key }.map { ($0.task, $0.root) }
    let positions = order.map { Self.position(tasks[$0.task], root: $0.root) }
    let points = ClusterPoints(
      x: positions.map(\.x), y: positions.map(\.y),
      counts: order.map { UInt32(truncatingIfNeeded: tasks[$0.task].count(ofRoot: $0.root)) })
    var ranks: [UInt64: UInt32] = [:]
    for (rank, root) in order.enumerated() {
      ranks[tasks[root.task].subtrees.rootNumbers[root.root]] = UInt32(truncatingIfNeeded: rank)
    }
    do {
      hierarchy = try ClusterHierarchy(
        joining: clusters, of: points, bounds: order.map { tasks[$0.task].subtrees.bounds(ofRoot: $0.root) },
        zooms: zooms
      ) { ranks[$0] }
    } catch let error as ClusteringError {
      throw PipelineError.inconsistent(
        "layer \"\(layer)\": its tasks contradict one another: \(error); this is a fault of overtile")
    }
    var starts = tasks.map { [UInt32](repeating: 0, count: $0.subtrees.rootCount) }
    for (rank, root) in order.enumerated() {
      starts[root.task][root.root] = UInt32(truncatingIfNeeded: hierarchy.leafRange(of: rank).lowerBound)
    }
    leafStarts = starts
    let firsts = order.indices.map { [hierarchy] in hierarchy.leafRange(of: $0).lowerBound }
    byLeaves = (0..<UInt32(order.count)).sorted { firsts[Int($0)] < firsts[Int($1)] }
  }

  /// The number of points in all roots.
  var pointCount: Int { tasks.reduce(0) { $0 + $1.subtrees.pointCount } }

  /// The position of a root.
  private static func position(_ task: Task, root: Int) -> (x: UInt32, y: UInt32) {
    if let cluster = task.cluster(ofRoot: root) { return (task.subtrees.x[cluster], task.subtrees.y[cluster]) }
    let point = task.leaves.point(Int(task.subtrees.rootItems[root]))
    return (point.x, point.y)
  }
}
