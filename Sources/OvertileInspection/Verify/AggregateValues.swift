import OvertileBundleFormat
import OvertileCore

/// The values of a cluster's points, and the aggregates expected from them.
struct AggregateValues {
  private let values: [PropertyValue]
  private let numbers: [Double]
  private let flags: [Bool]

  /// Adds the values of the points that have one.
  init(_ values: [PropertyValue]) {
    self.values = values.filter { $0 != .null }
    numbers = self.values.compactMap(\.number)
    flags = self.values.compactMap { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  /// The expected value in place of the one found, in words; nil if it is right.
  func fault(of found: PropertyValue?, _ rule: BundleManifest.Aggregate) -> String? {
    let count = Double(numbers.count)
    switch rule.operationName {
    case .sum: return Self.fault(of: found, near: sum, error: rounding + (rule.round ?? 0) / 2)
    case .mean:
      return Self.fault(of: found, near: sum.map { $0 / count }, error: rounding / count + (rule.round ?? 0) / 2)
    case .min: return Self.fault(of: found, near: numbers.min())
    case .max: return Self.fault(of: found, near: numbers.max())
    case .count: return Self.fault(of: found, near: Double(values.count))
    case .any: return Self.fault(of: found, flag: flags.isEmpty ? nil : flags.contains(true))
    case .all: return Self.fault(of: found, flag: flags.isEmpty ? nil : !flags.contains(false))
    case .first:
      let isRight = found.map { found in values.contains { Self.isSame($0, found) } } ?? values.isEmpty
      return isRight ? nil : "one of \(values.count) values"
    case .distinct: return distinctFault(of: found, cap: rule.cap ?? 0)
    case nil: return nil
    }
  }

  private var sum: Double? { numbers.isEmpty ? nil : numbers.reduce(0, +) }

  /// The possible effect of rounding on the sum: doubles are added in another order here.
  private var rounding: Double { numbers.reduce(0) { $0 + abs($1) } * 0x1p-52 * Double(numbers.count + 2) }

  /// A list has each of its points' values once, or the first of them up to the cap and "...".
  private func distinctFault(of found: PropertyValue?, cap: Int) -> String? {
    guard case .string(let text)? = found, var items = JSONValue(text: Array(text.utf8))?.array else {
      return "a JSON array of values"
    }
    let isCut = items.last == .string("...") && items.count == cap + 1
    if isCut { items.removeLast() }
    let known = Set(values.map(Self.text))
    let listed = Set(items.map(Self.text))
    if !listed.isSubset(of: known) { return "values of its points only" }
    // Numbers that are equal as texts may be several values.
    return isCut ? nil : listed == known && items.count <= cap ? nil : "all of \(known.count) values"
  }

  private static func text(_ value: PropertyValue) -> String {
    switch value {
    case .string(let text): "t" + text
    case .json(let json): JSONValue(text: Array(json.utf8)).map(text) ?? json
    case .bool(let flag): "b\(flag)"
    default: value.number.map { "n\($0 + 0)" } ?? ""
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): "t" + text
    case .bool(let flag): "b\(flag)"
    default: value.number.map { "n\($0 + 0)" } ?? "j\(value)"
    }
  }

  /// Whether a tile's value is a point's; JSON may have dropped the fraction of a number, and tiles the type of a text.
  private static func isSame(_ value: PropertyValue, _ found: PropertyValue) -> Bool {
    if let a = value.number, let b = found.number { return a == b }
    if case .json(let text) = value { return found == .string(text) }
    return value == found
  }

  /// Compares a number with the expected one within a tolerance; no number is expected if there is none.
  private static func fault(of found: PropertyValue?, near expected: Double?, error: Double = 0) -> String? {
    guard let expected else { return found == nil ? nil : "nothing" }
    // A sum beyond the doubles is missing.
    guard expected.isFinite else { return nil }
    return found?.number.map { abs($0 - expected) <= error } ?? false ? nil : "\(expected)"
  }

  /// Compares a flag with the expected one; no flag is expected if there is none.
  private static func fault(of found: PropertyValue?, flag expected: Bool?) -> String? {
    found == expected.map { .bool($0) } ? nil : expected.map { "\($0)" } ?? "nothing"
  }
}
