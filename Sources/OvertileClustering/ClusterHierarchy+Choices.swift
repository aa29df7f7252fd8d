import OvertileCore

extension ClusterHierarchy {
  /// Per cluster: the least of whole numbers. O(nodes).
  package func minima(of column: AggregateColumn<Int64>) -> AggregateColumn<Int64> {
    fold(empty: 0, leaf: { column[$0] }, combine: { $0 = min($0, $1) }, finish: { $0 })
  }

  /// Per cluster: the greatest of whole numbers. O(nodes).
  package func maxima(of column: AggregateColumn<Int64>) -> AggregateColumn<Int64> {
    fold(empty: 0, leaf: { column[$0] }, combine: { $0 = max($0, $1) }, finish: { $0 })
  }

  /// Per cluster: the least of doubles. O(nodes).
  ///
  /// - Precondition: no value is NaN.
  package func minima(of column: AggregateColumn<Double>) -> AggregateColumn<Double> {
    fold(empty: 0, leaf: { column[$0] }, combine: { $0 = $1 < $0 ? $1 : $0 }, finish: { $0 })
  }

  /// Per cluster: the greatest of doubles. O(nodes).
  ///
  /// - Precondition: no value is NaN.
  package func maxima(of column: AggregateColumn<Double>) -> AggregateColumn<Double> {
    fold(empty: 0, leaf: { column[$0] }, combine: { $0 = $1 > $0 ? $1 : $0 }, finish: { $0 })
  }

  /// Per cluster: whether any of its points that have a value has true. O(nodes).
  package func any(of column: AggregateColumn<Bool>) -> AggregateColumn<Bool> {
    fold(empty: false, leaf: { column[$0] }, combine: { $0 = $0 || $1 }, finish: { $0 })
  }

  /// Per cluster: whether all of its points that have a value have true. O(nodes).
  package func all(of column: AggregateColumn<Bool>) -> AggregateColumn<Bool> {
    fold(empty: false, leaf: { column[$0] }, combine: { $0 = $0 && $1 }, finish: { $0 })
  }

  /// Per cluster: the point of highest priority that has a value. O(nodes).
  ///
  /// The point with a value and the greatest weight comes first, among equal weights the one of smallest rank: without
  /// weights, simply the smallest index. The caller reads the value, of whatever type, at that point.
  ///
  /// - Parameters:
  ///   - isPresent: per point, whether it has a value; nil when all have.
  ///   - weights: per point, the weight it was clustered with; nil when all weigh the same.
  package func firstPoints(
    isPresent: Column<Bool>? = nil, weights: Column<UInt64>? = nil
  ) -> AggregateColumn<UInt32> {
    func precedes(_ a: UInt32, _ b: UInt32) -> Bool {
      guard let weights, weights[Int(a)] != weights[Int(b)] else { return a < b }
      return weights[Int(a)] > weights[Int(b)]
    }
    return fold(
      empty: 0, leaf: { isPresent?[$0] == false ? nil : UInt32($0) },
      combine: { if precedes($1, $0) { $0 = $1 } }, finish: { $0 })
  }
}
