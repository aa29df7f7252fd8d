import OvertileClustering
import OvertileConfiguration
import OvertileFeatures
import OvertileVectorTile

/// The aggregates of all clusters of a joined layer, made of the values of the points of all tasks.
struct JoinedAggregates: Sendable {
  /// The results by the numbers of clusters in the tree.
  let results: ClusterAggregates
  /// Per node of the roots' hierarchy: its number in the tree, if it is a cluster; any number otherwise. Empty without aggregates.
  private let numbers: [UInt32]

  /// Computes the aggregates of a layer. O(points) for each.
  ///
  /// - Parameter properties: receives the names of the aggregates, and their values.
  /// - Throws: `PipelineError` if what tasks handed over cannot be.
  init(_ aggregates: [AggregateConfiguration], _ roots: JoinedRoots, properties: inout LayerProperties) throws {
    guard !aggregates.isEmpty else {
      numbers = []
      results = ClusterAggregates([], values: [], rows: nil, weights: nil, of: .empty, properties: &properties)
      return
    }
    let tree = try JoinedTree(roots)
    numbers = tree.numbers
    let none = [UInt32](repeating: LayerRows.noValue, count: roots.pointCount)
    var columns = aggregates.map { _ in none }
    let hasKeys = roots.tasks.contains { $0.aggregated?.keys.isEmpty == false }
    let hasWeights = roots.tasks.contains { $0.aggregated?.weights.isEmpty == false }
    var keys = [UInt64](repeating: 0, count: hasKeys ? roots.pointCount : 0)
    var weights = [UInt64](repeating: 0, count: hasWeights ? roots.pointCount : 0)
    for (task, starts) in zip(roots.tasks, roots.leafStarts) {
      guard let aggregated = task.aggregated else { continue }
      let map = properties.values.merge(aggregated.values)
      for (column, own) in aggregated.columns.enumerated() {
        task.forEachPoint(starts) { point, leaf in
          if own[point] != LayerRows.noValue { columns[column][leaf] = map[Int(own[point])] }
        }
      }
      if !aggregated.keys.isEmpty { task.forEachPoint(starts) { keys[$1] = aggregated.keys[$0] } }
      if !aggregated.weights.isEmpty { task.forEachPoint(starts) { weights[$1] = aggregated.weights[$0] } }
    }
    results = ClusterAggregates(
      aggregates, values: columns, rows: nil, weights: hasWeights ? weights : nil,
      keys: hasKeys ? keys : nil, of: tree.clusters, properties: &properties)
  }

  /// Writes the aggregates of a cluster, a node of the roots' hierarchy, as tags of the open feature.
  func write(node: Int, into encoder: inout TileEncoder) {
    if !numbers.isEmpty { results.write(cluster: Int(numbers[node]), into: &encoder) }
  }
}

extension JoinedRoots.Task {
  /// Calls a closure with each point of the task and its leaf.
  ///
  /// - Parameter leafStarts: per root: the first of its leaves.
  @inline(__always)
  fileprivate func forEachPoint(_ leafStarts: [UInt32], _ body: (_ point: Int, _ leaf: Int) -> Void) {
    for root in leafStarts.indices {
      let (first, start) = (Int(rootStarts[root]), Int(leafStarts[root]))
      for index in 0..<count(ofRoot: root) { body(first + index, start + index) }
    }
  }
}
