import OvertileBundleFormat
import OvertileCore

/// Whether an aggregate of a layer's clusters is that of their points, where the members have the points' values.
struct AggregateCheck: Sendable {
  /// The aggregate.
  let rule: BundleManifest.Aggregate
  /// Per leaf: its value.
  private var column: [PropertyValue?]

  /// The checks of those aggregates that are of a property which leaves have. O(tags).
  ///
  /// - Throws: `BundleError` for what cannot be read.
  static func all(_ aggregates: [BundleManifest.Aggregate], _ members: MembersReader) throws -> [AggregateCheck] {
    var checks = aggregates.filter { $0.property != nil }.map { AggregateCheck(rule: $0, column: []) }
    guard !checks.isEmpty, members.hasProperties else { return [] }
    for leaf in 0..<members.leafCount {
      let properties = try members.leaf(at: leaf).properties
      for index in checks.indices {
        checks[index].column.append(checks[index].rule.property.flatMap { properties[$0] })
      }
    }
    return checks
  }

  /// Checks the value of a cluster with some leaves. O(leaves).
  func check(_ found: PropertyValue?, of leaves: Range<Int>, _ place: Place) {
    let fault = AggregateValues(column[leaves].compactMap(\.self)).fault(of: found, rule)
    place.require(
      fault == nil, .overlayAggregate,
      "the cluster property \"\(rule.name)\" does not match the \(rule.operation) of its points", expected: fault,
      found: found.map { "\($0)" } ?? "nothing")
  }
}
