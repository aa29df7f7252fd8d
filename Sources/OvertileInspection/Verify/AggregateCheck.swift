import OvertileBundleFormat
import OvertileCore

/// Whether an aggregate of a layer's clusters is that of their points, where the members have the points' values.
struct AggregateCheck: Sendable {
  /// The aggregate.
  let rule: BundleManifest.Aggregate
  /// Per leaf: its value.
  private var column: [PropertyValue?] = []

  /// Prepares to check an aggregate.
  init(_ rule: BundleManifest.Aggregate) { self.rule = rule }

  /// Adds the next leaf.
  mutating func add(_ leaf: MembersReader.Leaf) { column.append(rule.property.flatMap { leaf.properties[$0] }) }

  /// Checks the value of a cluster with some leaves. O(leaves).
  func check(_ found: PropertyValue?, of leaves: Range<Int>, _ place: Place) {
    let fault = AggregateValues(column[leaves].compactMap(\.self)).fault(of: found, rule)
    place.require(
      fault == nil, .overlayAggregate,
      "the cluster property \"\(rule.name)\" does not match the \(rule.operation) of its points", expected: fault,
      found: found.map { "\($0)" } ?? "nothing")
  }
}

/// The values of a cluster's points, and the aggregates expected from them.
private struct AggregateValues {
  private let values: [PropertyValue]
  private let numbers: [Double]
  private let flags: [Bool]

  /// Adds the values of the points that have one.
  init(_ values: [PropertyValue]) {
    self.values = values.filter { $0 != .null }
    numbers = self.values.compactMap(\.number)
    flags = self.values.compactMap(\.bool)
  }

  /// The expected value in place of the one found, in words; nil if it is right.
  func fault(of found: PropertyValue?, _ rule: BundleManifest.Aggregate) -> String? {
    let (count, slack) = (Double(numbers.count), (rule.round ?? 0) / 2)
    switch rule.operationName {
    case .sum: return fault(of: found, sum, slack: rounding + slack)
    case .mean: return fault(of: found, sum.map { $0 / count }, slack: rounding / count + slack)
    case .min: return fault(of: found, numbers.min())
    case .max: return fault(of: found, numbers.max())
    case .count: return fault(of: found, Double(values.count))
    case .any: return fault(of: found, flag: flags.isEmpty ? nil : flags.contains(true))
    case .all: return fault(of: found, flag: flags.isEmpty ? nil : !flags.contains(false))
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
    let (known, listed) = (Set(values.map { Self.text(JSONValue($0)) }), Set(items.map(Self.text)))
    if !listed.isSubset(of: known) { return "values of its points only" }
    // Numbers that are equal as texts may be several values.
    return isCut || listed == known && items.count <= cap ? nil : "all of \(known.count) values"
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): "t" + text
    case .bool(let flag): "b\(flag)"
    default: value.number.map { "n\($0 + 0)" } ?? "j\(value)"
    }
  }

  /// Whether a tile's value is a point's; JSON may have dropped the fraction of a number.
  private static func isSame(_ value: PropertyValue, _ found: PropertyValue) -> Bool {
    if let a = value.number, let b = found.number { return a == b }
    return value == found
  }

  /// Compares a number with the expected one within a tolerance; no number is expected if there is none.
  private func fault(of found: PropertyValue?, _ expected: Double?, slack: Double = 0) -> String? {
    guard let expected else { return found == nil ? nil : "nothing" }
    // A sum beyond the doubles is missing.
    guard expected.isFinite else { return nil }
    return found?.number.map { abs($0 - expected) <= slack } ?? false ? nil : "\(expected)"
  }

  /// Compares a flag with the expected one; no flag is expected if there is none.
  private func fault(of found: PropertyValue?, flag expected: Bool?) -> String? {
    found == expected.map { .bool($0) } ? nil : expected.map { "\($0)" } ?? "nothing"
  }
}
