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
    let fault = fault(of: found, column[leaves].compactMap(\.self).filter { $0 != .null })
    place.require(
      fault == nil, .overlayAggregate,
      "the cluster property \"\(rule.name)\" does not match the \(rule.operation) of its points", expected: fault,
      found: found.map { "\($0)" } ?? "nothing")
  }

  /// The value expected from those of the points, in words; nil if the one found is right.
  private func fault(of found: PropertyValue?, _ values: [PropertyValue]) -> String? {
    let (numbers, flags) = (values.compactMap(\.number), values.compactMap(\.bool))
    let (sum, count, slack) = (numbers.reduce(0, +), Double(numbers.count), (rule.round ?? 0) / 2)
    // The possible effect of rounding on the sum: doubles are added in another order here.
    let rounding = numbers.reduce(0) { $0 + abs($1) } * 0x1p-52 * (count + 2)
    switch rule.operationName {
    case .sum: return Self.fault(of: found, numbers.isEmpty ? nil : .double(sum), slack: rounding + slack)
    case .mean:
      return Self.fault(of: found, numbers.isEmpty ? nil : .double(sum / count), slack: rounding / count + slack)
    case .min: return Self.fault(of: found, numbers.min().map { .double($0) })
    case .max: return Self.fault(of: found, numbers.max().map { .double($0) })
    case .count: return Self.fault(of: found, .double(Double(values.count)))
    case .any: return Self.fault(of: found, flags.isEmpty ? nil : .bool(flags.contains(true)))
    case .all: return Self.fault(of: found, flags.isEmpty ? nil : .bool(!flags.contains(false)))
    case .first:
      let isRight = found == nil ? values.isEmpty : values.contains { Self.fault(of: found, $0) == nil }
      return isRight ? nil : "one of \(values.count) values"
    case .distinct: return distinctFault(of: found, values)
    case nil: return nil
    }
  }

  /// A list has each of its points' values once, or the first of them up to the cap and "...".
  private func distinctFault(of found: PropertyValue?, _ values: [PropertyValue]) -> String? {
    guard case .string(let text)? = found, var items = JSONValue(text: Array(text.utf8))?.array else {
      return "a JSON array of values"
    }
    let cap = rule.cap ?? 0
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

  /// Compares a value with the expected one, numbers within a tolerance whatever their types: JSON may have dropped a
  /// fraction of zeros.
  private static func fault(of found: PropertyValue?, _ expected: PropertyValue?, slack: Double = 0) -> String? {
    guard let number = expected?.number else { return found == expected ? nil : expected.map { "\($0)" } ?? "nothing" }
    // A sum beyond the doubles is missing.
    guard number.isFinite else { return nil }
    return found?.number.map { abs($0 - number) <= slack } ?? false ? nil : "\(number)"
  }
}
