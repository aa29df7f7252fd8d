import OvertileClustering
import OvertileCore
import OvertileReading

/// The members' values of one aggregate, typed as the operations need them.
struct AggregateInput {
  /// Per point: the index of its value.
  let values: AggregateColumn<UInt32>
  /// The table of the values.
  let table: ValueTable
  private let kinds: Set<PropertyKind>

  /// Prepares values from indices into a table, `LayerRows.noValue` where one is missing.
  init(_ indices: Column<UInt32>, in table: ValueTable) {
    self.table = table
    values = AggregateColumn(
      values: indices.map { $0 == LayerRows.noValue ? 0 : $0 }, isPresent: indices.map { $0 != LayerRows.noValue })
    kinds = Set(indices.lazy.filter { $0 != LayerRows.noValue }.map { table.kind($0) })
  }

  /// Whether every value is a number.
  var isAllNumbers: Bool { kinds.isSubset(of: [.int, .uint, .double]) }

  /// Whether every value is a boolean.
  var isAllBooleans: Bool { kinds.isSubset(of: [.bool]) }

  /// The values as whole numbers, or nil if one of the numbers is not a signed whole number.
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

  private func column<Value: Sendable & BitwiseCopyable>(missing: Value, _ read: (PropertyValue) -> Value?)
    -> AggregateColumn<Value>
  {
    var isPresent = Column(repeating: false, count: values.count)
    let result = Column(count: values.count) { index in
      // Only numbers and booleans are read, which are short: no text is read.
      let value = values[index].flatMap { table.isText($0) ? nil : read(table.value($0)) }
      isPresent[index] = value != nil
      return value ?? missing
    }
    return AggregateColumn(values: result, isPresent: isPresent)
  }
}

extension ValueTable {
  /// Whether a value is a string or JSON.
  fileprivate func isText(_ index: UInt32) -> Bool { [.string, .json].contains(kind(index)) }
}
