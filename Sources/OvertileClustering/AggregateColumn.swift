import OvertileCore

/// One value per point or per cluster, some of them missing.
package struct AggregateColumn<Value: Sendable & BitwiseCopyable>: Sendable {
  /// Per point or cluster: its value; undefined if it is missing.
  package var values: Column<Value>
  /// Per point or cluster: whether it has a value; nil when all have.
  package var isPresent: Column<Bool>?

  /// Makes a column.
  ///
  /// - Precondition: both arrays have the same length.
  package init(values: Column<Value>, isPresent: Column<Bool>? = nil) {
    precondition(isPresent == nil || isPresent?.count == values.count, "a value per presence")
    self.values = values
    self.isPresent = isPresent
  }

  /// The value at an index, or nil if it is missing.
  package subscript(index: Int) -> Value? {
    isPresent?[index] == false ? nil : values[index]
  }

  /// The number of entries, missing ones included.
  package var count: Int { values.count }
}

/// A number that stays whole while it can.
package enum AggregateNumber: Sendable, Hashable, BitwiseCopyable {
  /// A whole number, exact.
  case int(Int64)
  /// Any other number, or a whole one that does not fit 64 signed bits.
  case double(Double)
}

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
