import OvertileClustering
import OvertileCore
import OvertileExpressions

/// The distinct values of clusters' points as JSON arrays, made for one cluster at a time.
struct DistinctTexts: Sendable {
  private let table: ValueTable
  private let cap: Int
  /// The different values in ascending order of their texts.
  private let order: [UInt32]
  /// Per point: the rank of its value in that order.
  private let codes: AggregateColumn<UInt32>

  /// Prepares lists of at most `cap` values, from indices into a table, one per point. O(points + values log values).
  init(_ values: AggregateColumn<UInt32>, in table: ValueTable, cap: Int) {
    self.table = table
    self.cap = cap
    var ranks = [UInt32](repeating: .max, count: table.count)
    for point in values.values.indices {
      if let value = values[point] { ranks[Int(value)] = 0 }
    }
    let used = (0..<UInt32(table.count)).filter { ranks[Int($0)] == 0 }
    order = TextOrder(table).sorted(used)
    for (rank, value) in order.enumerated() { ranks[Int(value)] = UInt32(rank) }
    codes = AggregateColumn(
      values: Column(count: values.count) { point in values[point].map { ranks[Int($0)] } ?? 0 },
      isPresent: values.isPresent)
  }

  /// The values of a cluster's points in ascending order of their texts, followed by "..." if there are more.
  func text(ofCluster cluster: Int, _ hierarchy: ClusterHierarchy) -> String {
    let distinct = hierarchy.distinctValues(ofCluster: cluster, codes, limit: cap)
    var text = "["
    for code in distinct.codes {
      if text.utf8.count > 1 { text += "," }
      text += CanonicalJSON.text(of: table.value(order[Int(code)]))
    }
    if distinct.hasMore { text += text.utf8.count > 1 ? ",\"...\"" : "\"...\"" }
    return text + "]"
  }
}
