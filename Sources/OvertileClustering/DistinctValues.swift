import OvertileCore

/// Some of the distinct values of a cluster's points, as codes in ascending order.
package struct DistinctValues: Sendable, Hashable {
  /// The kept codes; empty if none of the points has a value.
  package private(set) var codes: [UInt32] = []
  /// Whether there are more distinct values than were kept.
  package private(set) var hasMore = false
}

extension ClusterHierarchy {
  /// The smallest of the distinct codes of a cluster's points, at most `limit` of them.
  ///
  /// Codes represent values and ascend in the canonical order of the values, so the choice of kept values depends on
  /// the values alone. Nothing is kept from cluster to cluster: lists of all clusters would use far more memory than
  /// the points. O(points of the cluster * log limit) at worst; memory: twice the limit.
  ///
  /// - Parameters:
  ///   - cluster: the number of a cluster.
  ///   - column: per point, the code of its value.
  ///   - limit: the greatest number of codes to keep, at least 0.
  package func distinctValues(
    ofCluster cluster: Int, _ column: AggregateColumn<UInt32>, limit: Int
  ) -> DistinctValues {
    var result = DistinctValues()
    result.collect(leaves(of: pointCount + cluster), column, limit: max(limit, 0))
    return result
  }
}

extension DistinctValues {
  /// The least number of codes that are sorted together.
  private static let smallestCapacity = 64

  fileprivate mutating func collect(_ points: Slice<Column<UInt32>>, _ column: AggregateColumn<UInt32>, limit: Int) {
    let capacity = max(limit < .max / 2 ? 2 * limit : limit, Self.smallestCapacity)
    // Once so many are known, only codes up to the greatest of them can be among the smallest.
    var ceiling: UInt32?
    for point in points {
      guard let code = column[Int(point)] else { continue }
      if let ceiling, code >= ceiling {
        if code > ceiling { hasMore = true }
        continue
      }
      codes.append(code)
      if codes.count >= capacity {
        order(limit: limit)
        if codes.count == limit { ceiling = codes.last }
      }
    }
    order(limit: limit)
  }

  /// Sorts the codes, and keeps each once and no more than the limit.
  private mutating func order(limit: Int) {
    codes.sort()
    var kept = 0
    for code in codes where kept == 0 || code != codes[kept - 1] {
      guard kept < limit else {
        hasMore = true
        break
      }
      codes[kept] = code
      kept += 1
    }
    codes.removeLast(codes.count - kept)
  }
}
