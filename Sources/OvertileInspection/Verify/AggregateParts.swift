import OvertileBundleFormat
import OvertileFeatures

/// The aggregates of a cluster's child clusters, and the number of its other points.
struct AggregateParts {
  private let values: [PropertyValue]
  private let numbers: [Double]
  private let otherPoints: Int
  /// Whether a part has no value: it has no points with one, or its sum lies beyond the range of doubles.
  private let lacksOne: Bool

  /// Adds the parts' values; parts without one add nothing.
  init(_ parts: [PropertyValue?], otherPoints: Int) {
    values = parts.compactMap { $0 }
    numbers = values.compactMap(\.number)
    lacksOne = values.count < parts.count
    self.otherPoints = otherPoints
  }

  /// The expected value, as far as the parts determine it; nil if nothing is wrong.
  func fault(of found: PropertyValue?, _ operation: String) -> String? {
    guard otherPoints == 0 else { return boundFault(of: found, operation) }
    switch AggregateOperationName(rawValue: operation) {
    case .sum where lacksOne && mayBeBeyond(found): return nil
    case .sum, .count:
      let size = numbers.reduce(0) { $0 + abs($1) }
      let sum = (numbers.reduce(0, +), size * 0x1p-52 * Double(numbers.count + 2))
      return AggregateValues.fault(of: found, near: numbers.isEmpty ? nil : sum)
    case .min, .max, .any, .all, .first:
      let isFirst = operation == AggregateOperationName.first.rawValue && !values.isEmpty
      if isFirst { return values.contains { $0 == found } ? nil : "that of one of its parts" }
      return AggregateValues(values).fault(of: found, .init(name: "", operation: operation))
    case .mean:
      guard let low = numbers.min(), let high = numbers.max() else { return found == nil ? nil : "nothing" }
      let error = max(abs(low), abs(high)) * 1e-12
      let holds = found?.number.map { low - error <= $0 && $0 <= high + error } ?? false
      return holds ? nil : "\(low) to \(high), as its parts"
    default: return nil
    }
  }

  /// Whether the sum that a part lacks may lie beyond the range of doubles: then its siblings are as large, or cancel
  /// it.
  private func mayBeBeyond(_ found: PropertyValue?) -> Bool {
    guard let number = found?.number, number != 0 else { return true }
    return (numbers + [number]).contains { abs($0) >= 0x1p900 }
  }

  /// The change that further points may make in one direction only.
  private func boundFault(of found: PropertyValue?, _ operation: String) -> String? {
    let number = found?.number
    switch AggregateOperationName(rawValue: operation) {
    case .min:
      return numbers.min().flatMap { least in number.map { $0 <= least } == true ? nil : "\(least) or less" }
    case .max:
      return numbers.max().flatMap { most in number.map { $0 >= most } == true ? nil : "\(most) or more" }
    case .count:
      let (low, high) = (numbers.reduce(0, +), numbers.reduce(0, +) + Double(otherPoints))
      return number.map { low <= $0 && $0 <= high } == true ? nil : "\(low) to \(high)"
    case .any: return values.contains(.bool(true)) && found != .bool(true) ? "true" : nil
    case .all: return values.contains(.bool(false)) && found != .bool(false) ? "false" : nil
    default: return nil
    }
  }
}
