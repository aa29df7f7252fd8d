import OvertileTileArchive

/// The operation of an aggregate over the points of a cluster, its members.
package enum AggregateOperation: String, Sendable, CaseIterable {
  case sum
  case min
  case max
  case mean
  case any
  case all
  case count
  case first
  case distinct

  /// The result, as the reference of keys describes it.
  package var summary: String {
    switch self {
    case .sum: "The sum of the members' values."
    case .min: "The smallest of the members' values."
    case .max: "The largest of the members' values."
    case .mean: "The mean of the members' values."
    case .any: "Whether the value is true for at least one member."
    case .all: "Whether the value is true for all members."
    case .count: "The number of members whose value is not null."
    case .first: "The value of the member with the highest priority."
    case .distinct: "The distinct values of the members, up to the number that cap allows."
    }
  }

  /// The type of the values that it accepts, others count as missing; nil if it accepts all.
  package var operands: FieldType? {
    switch self {
    case .sum, .min, .max, .mean: .number
    case .any, .all: .boolean
    case .count, .first, .distinct: nil
    }
  }
}
