import OvertileClustering
import OvertileCore
import OvertileExpressions

/// The distinct values of clusters' points as JSON arrays, made for one cluster at a time.
struct DistinctTexts: Sendable {
  private let cap: Int
  /// The JSON of the different values, ascending by its bytes.
  private let texts: [String]
  /// Per point: the rank of its value in that order.
  private let codes: AggregateColumn<UInt32>

  /// Prepares lists of at most `cap` values, from indices into a table, one per point. O(points + values log values).
  init(_ values: AggregateColumn<UInt32>, in table: ValueTable, cap: Int) {
    self.cap = cap
    var ranks = [UInt32](repeating: .max, count: table.count)
    for point in values.values.indices {
      if let value = values[point] { ranks[Int(value)] = 0 }
    }
    let used = (0..<UInt32(table.count)).filter { ranks[Int($0)] == 0 }
    let ordered = used.map { (value: $0, text: CanonicalJSON.text(of: table.value($0))) }
      .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    for (rank, item) in ordered.enumerated() { ranks[Int(item.value)] = UInt32(rank) }
    texts = ordered.map(\.text)
    codes = AggregateColumn(
      values: Column(count: values.count) { point in values[point].map { ranks[Int($0)] } ?? 0 },
      isPresent: values.isPresent)
  }

  /// The values of a cluster's points in ascending order of their texts, followed by "..." if there are more.
  func text(ofCluster cluster: Int, _ hierarchy: ClusterHierarchy) -> String {
    let distinct = hierarchy.distinctValues(ofCluster: cluster, codes, limit: cap)
    return CanonicalJSON.list(distinct.codes.map { texts[Int($0)] } + (distinct.hasMore ? ["\"...\""] : []))
  }
}
