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

/// Orders values by their JSON texts. Strings, which may be many and long, are compared without making their texts.
struct TextOrder {
  private let table: ValueTable

  /// Orders the values of a table.
  init(_ table: ValueTable) { self.table = table }

  /// Some values in ascending order of the bytes of their texts.
  func sorted(_ values: [UInt32]) -> [UInt32] {
    let strings = values.filter { table.kind($0) == .string }.sorted(by: precedes)
    let others = values.filter { table.kind($0) != .string }.map {
      (value: $0, text: CanonicalJSON.text(of: table.value($0)))
    }
    .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    // A string's text begins with a quotation mark, which comes before all that others begin with.
    return strings + others.map(\.value)
  }

  /// Whether the text of a string comes before that of another: what follows the bytes that they share decides.
  private func precedes(_ a: UInt32, _ b: UInt32) -> Bool {
    table.withPayload(a) { _, a in
      table.withPayload(b) { _, b in
        var index = 0
        while index < a.count, index < b.count, a[index] == b[index] { index += 1 }
        return Self.ranks[index < a.count ? Int(a[index]) : 256] < Self.ranks[index < b.count ? Int(b[index]) : 256]
      }
    }
  }

  /// For each byte of a string, and at 256 for its end: the text of it, as a number with the same order.
  private static let ranks: [UInt64] = (0...256).map { byte in
    let text =
      switch byte {
      case 256: [UInt8(ascii: "\"")]
      case 0x80...: [UInt8(byte)]
      default: Array(CanonicalJSON.quoted(String(UnicodeScalar(UInt8(byte)))).utf8.dropFirst().dropLast())
      }
    return (0..<8).reduce(0) { rank, index in rank << 8 | UInt64(index < text.count ? text[index] : 0) }
  }
}
