import Clustering
import Expressions
import Features

/// The members' values of one aggregate, typed as the operations take them.
struct AggregateInput {
  /// Per point: the index of its value.
  let values: AggregateColumn<UInt32>
  private let table: ValueTable
  private let kinds: Set<PropertyKind>

  /// Prepares values given as indices into a table, `LayerRows.noValue` where one is missing.
  init(_ indices: [UInt32], in table: ValueTable) {
    self.table = table
    values = AggregateColumn(
      values: indices.map { $0 == LayerRows.noValue ? 0 : $0 }, isPresent: indices.map { $0 != LayerRows.noValue })
    kinds = Set(indices.lazy.filter { $0 != LayerRows.noValue }.map { table.kind($0) })
  }

  /// Whether every value is a number.
  var isAllNumbers: Bool { kinds.isSubset(of: [.int, .uint, .double]) }

  /// Whether every value is a boolean.
  var isAllBooleans: Bool { kinds.isSubset(of: [.bool]) }

  /// The values as whole numbers, or nil when one of the numbers is not a signed whole one.
  var integers: AggregateColumn<Int64>? {
    guard !kinds.contains(.double), !kinds.contains(.uint) else { return nil }
    return column(missing: 0) { if case .int(let value) = $0 { value } else { nil } }
  }

  /// The values as numbers.
  var doubles: AggregateColumn<Double> { column(missing: 0) { $0.number } }

  /// The values as booleans.
  var booleans: AggregateColumn<Bool> {
    column(missing: false) { if case .bool(let value) = $0 { value } else { nil } }
  }

  /// Per cluster: its distinct values as a JSON array in ascending order of their texts, at most `cap` of them; then "...".
  func distinctTexts(cap: Int, _ hierarchy: ClusterHierarchy) -> [String] {
    var texts: [UInt32: String] = [:]
    for index in values.values.indices {
      guard let value = values[index], texts[value] == nil else { continue }
      texts[value] = Self.text(table.value(value))
    }
    let order = texts.sorted { $0.value.utf8.lexicographicallyPrecedes($1.value.utf8) }
    var codes: [UInt32: UInt32] = [:]
    for (code, entry) in order.enumerated() { codes[entry.key] = UInt32(code) }
    let column = AggregateColumn(values: values.values.map { codes[$0] ?? 0 }, isPresent: values.isPresent)
    let distinct = hierarchy.distinctValues(of: column, limit: cap)
    return (0..<hierarchy.clusterCount).map { cluster in
      let kept = distinct.codes(ofOrdinal: cluster).map { order[Int($0)].value }
      return "[" + (kept + (distinct.hasMore[cluster] ? ["\"...\""] : [])).joined(separator: ",") + "]"
    }
  }

  private func column<Value>(missing: Value, _ read: (PropertyValue) -> Value?) -> AggregateColumn<Value> {
    var cache: [UInt32: Value?] = [:]
    var result: [Value] = []
    var isPresent: [Bool] = []
    for index in values.values.indices {
      let value: Value? = values[index].flatMap { code in
        if let known = cache[code] { return known }
        let read = read(table.value(code))
        cache[code] = .some(read)
        return read
      }
      result.append(value ?? missing)
      isPresent.append(value != nil)
    }
    return AggregateColumn(values: result, isPresent: isPresent)
  }

  /// A value as JSON.
  private static func text(_ value: PropertyValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .double(let value): String(value)
    case .json(let text): text
    case .string(let text): CanonicalJSON.quoted(text)
    }
  }
}
