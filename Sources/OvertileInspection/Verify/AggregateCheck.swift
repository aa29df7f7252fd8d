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
