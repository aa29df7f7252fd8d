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
    case .sum: "The sum of the members' numbers."
    case .min: "The smallest of the members' numbers."
    case .max: "The largest of the members' numbers."
    case .mean: "The mean of the members' numbers."
    case .any: "Whether at least one of the members' booleans is true."
    case .all: "Whether all of the members' booleans are true."
    case .count: "How many members have a value other than null."
    case .first: "The value of the first member by priority."
    case .distinct: "The distinct values of the members, at most cap of them."
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
