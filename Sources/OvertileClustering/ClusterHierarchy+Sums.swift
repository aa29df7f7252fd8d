import OvertileCore

extension ClusterHierarchy {
  /// Per cluster: the number of its points that have a value. O(nodes).
  package func valueCounts<Value>(of column: AggregateColumn<Value>) -> Column<UInt32> {
    let isPresent = column.isPresent
    return fold(
      empty: 0, leaf: { isPresent?[$0] == false ? nil : UInt32(1) }, combine: { $0 += $1 }, finish: { $0 }
    ).values
  }

  /// Per cluster: the sum of whole numbers. O(nodes).
  ///
  /// Exact; a sum that does not fit 64 signed bits becomes the double next to it, within one unit in the last place.
  ///
  /// - Precondition: the column has an entry per point, as in all aggregates.
  package func sums(of column: AggregateColumn<Int64>) -> AggregateColumn<AggregateNumber> {
    fold(
      empty: .int(0), leaf: { column[$0].map(WholeSum.init) }, combine: { $0.add($1) }, finish: { $0.number })
  }

  /// Per cluster: the mean of whole numbers: their exact sum, divided in double precision. O(nodes).
  package func means(of column: AggregateColumn<Int64>) -> AggregateColumn<Double> {
    fold(
      empty: 0, leaf: { column[$0].map { Counted(sum: WholeSum($0)) } },
      combine: { sum, next in
        sum.sum.add(next.sum)
        sum.count += next.count
      },
      finish: { $0.sum.double / Double($0.count) })
  }

  /// Per cluster: the sum of doubles, carried in twice their precision. O(nodes).
  ///
  /// Added in the hierarchy's order, so always the same. A sum beyond the range of doubles is not finite; one that only
  /// leaves it on the way is right.
  ///
  /// - Precondition: the values are finite.
  package func sums(of column: AggregateColumn<Double>) -> AggregateColumn<Double> {
    inRange { scale in
      fold(
        empty: 0, leaf: { column[$0].map { DoubledSum($0 * scale) } }, combine: { $0.add($1) },
        finish: { $0.value / scale })
    }
  }

  /// Per cluster: the mean of doubles: their sum as in `sums(of:)`, divided by their number. O(nodes).
  ///
  /// - Precondition: the values are finite.
  package func means(of column: AggregateColumn<Double>) -> AggregateColumn<Double> {
    inRange { scale in
      fold(
        empty: 0, leaf: { column[$0].map { Counted(sum: DoubledSum($0 * scale)) } },
        combine: { sum, next in
          sum.sum.add(next.sum)
          sum.count += next.count
        },
        finish: { $0.sum.value / Double($0.count) / scale })
    }
  }

  /// Results of added doubles; those that are not finite are computed from sums of smaller numbers: the values are
  /// scaled down by a power of two, and the results are scaled up again. There are fewer than 2^32 points.
  private func inRange(_ results: (_ scale: Double) -> AggregateColumn<Double>) -> AggregateColumn<Double> {
    var column = results(1)
    let beyond = column.values.indices.filter { !column.values[$0].isFinite }
    guard !beyond.isEmpty else { return column }
    let small = results(0x1p-64)
    for index in beyond { column.values[index] = small.values[index] }
    return column
  }
}

/// A sum and the number of its values.
private struct Counted<Sum: BitwiseCopyable>: BitwiseCopyable {
  var sum: Sum
  var count: UInt32 = 1
}
