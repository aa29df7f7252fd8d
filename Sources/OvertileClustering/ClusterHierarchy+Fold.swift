import OvertileCore

extension ClusterHierarchy {
  /// Combines values from the leaves up, a cluster's children by ascending rank.
  ///
  /// The order is the hierarchy's own, so a combination that is not associative has the same result every time.
  /// O(nodes).
  ///
  /// - Parameters:
  ///   - leaf: the state of a point, or nil for one without a value.
  ///   - combine: adds a child's state to that of the children before it.
  ///   - finish: turns a cluster's state into its result.
  /// - Returns: per cluster: its result; missing if none of its points has a value.
  @inline(__always)
  func fold<State: BitwiseCopyable, Result: Sendable & BitwiseCopyable>(
    empty: Result, leaf: (_ point: Int) -> State?, combine: (inout State, State) -> Void, finish: (State) -> Result
  ) -> AggregateColumn<Result> {
    var states: Column<State?> = []
    states.reserveCapacity(clusterCount)
    var column = AggregateColumn<Result>(values: [], isPresent: [])
    column.values.reserveCapacity(clusterCount)
    for cluster in clusters {
      var sum: State?
      for child in children(ofCluster: cluster) {
        let child = Int(child)
        guard let state = child < pointCount ? leaf(child) : states[child - pointCount] else { continue }
        if var before = sum {
          combine(&before, state)
          sum = before
        } else {
          sum = state
        }
      }
      states.append(sum)
      column.values.append(sum.map(finish) ?? empty)
      column.isPresent?.append(sum != nil)
    }
    return column
  }
}
