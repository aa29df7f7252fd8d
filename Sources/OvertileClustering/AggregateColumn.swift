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
