/// Per cluster: some of the distinct values of its points, as codes in ascending order.
public struct DistinctValues: Sendable, Hashable {
  /// Per cluster: the end of its codes; they start where the cluster's before ends.
  public private(set) var ends: [Int] = []
  /// The codes of all clusters.
  public private(set) var codes: [UInt32] = []
  /// Per cluster: whether it has more distinct values than were kept.
  public private(set) var hasMore: [Bool] = []

  /// The kept codes of a cluster, given its ordinal among the clusters; empty when none of its points has a value.
  public func codes(ofOrdinal ordinal: Int) -> ArraySlice<UInt32> {
    codes[(ordinal == 0 ? 0 : ends[ordinal - 1])..<ends[ordinal]]
  }

  /// Adds the next cluster from codes in any order, some of which may repeat.
  fileprivate mutating func append(_ candidates: inout [UInt32], limit: Int, childHasMore: Bool) {
    candidates.sort()
    var kept = 0
    var more = childHasMore
    var last: UInt32?
    for code in candidates where code != last {
      if kept == limit {
        more = true
        break
      }
      codes.append(code)
      kept += 1
      last = code
    }
    ends.append(codes.count)
    hasMore.append(more)
  }
}

extension ClusterHierarchy {
  /// Per cluster: the smallest of the distinct codes of its points, at most `limit` of them.
  ///
  /// Codes stand for values and ascend as the values do in their canonical order, so that which values are kept depends on
  /// the values alone. O(nodes * limit * log) at worst.
  ///
  /// - Parameters:
  ///   - column: per point, the code of its value.
  ///   - limit: the greatest number of codes to keep, at least 0.
  public func distinctValues(of column: AggregateColumn<UInt32>, limit: Int) -> DistinctValues {
    var result = DistinctValues()
    var candidates: [UInt32] = []
    for cluster in clusters {
      candidates.removeAll(keepingCapacity: true)
      var more = false
      for child in children(ofCluster: cluster) {
        let child = Int(child)
        if child >= pointCount {
          candidates.append(contentsOf: result.codes(ofOrdinal: child - pointCount))
          more = more || result.hasMore[child - pointCount]
        } else if let code = column[child] {
          candidates.append(code)
        }
      }
      result.append(&candidates, limit: max(limit, 0), childHasMore: more)
    }
    return result
  }
}
