/// One value per point or per cluster, some of them missing.
public struct AggregateColumn<Value: Sendable>: Sendable {
  /// Per point or cluster: its value; where it is missing, anything.
  public var values: [Value]
  /// Per point or cluster: whether it has a value; nil when all have.
  public var isPresent: [Bool]?

  /// Makes a column.
  ///
  /// - Precondition: both arrays have the same length.
  public init(values: [Value], isPresent: [Bool]? = nil) {
    precondition(isPresent == nil || isPresent?.count == values.count, "a value per presence")
    self.values = values
    self.isPresent = isPresent
  }

  /// The value at an index, or nil when it is missing.
  public subscript(index: Int) -> Value? {
    isPresent?[index] == false ? nil : values[index]
  }

  /// The number of entries, missing ones included.
  public var count: Int { values.count }
}

/// A number that stays whole while it can.
public enum AggregateNumber: Sendable, Hashable {
  /// A whole number, exact.
  case int(Int64)
  /// Any other number, or a whole one that does not fit 64 signed bits.
  case double(Double)
}
