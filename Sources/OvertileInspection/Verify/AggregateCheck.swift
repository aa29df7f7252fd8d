import OvertileBundleFormat
import OvertileCore
import OvertileVectorTile

/// Whether the aggregates of a layer's clusters are those of their points, where the members have the points' values.
struct AggregateCheck {
  /// What does not hold so far.
  private(set) var findings: Findings
  private let members: MembersReader
  private let layer: String
  private let rules: [Rule]
  private var ids: Set<UInt64> = []

  private struct Rule {
    let aggregate: BundleManifest.Aggregate
    /// Per leaf: its value.
    var column: [PropertyValue?]
  }

  /// Prepares for a layer with members; nil if none of its aggregates is over a property that they have. O(tags).
  ///
  /// - Throws: `BundleError` for what cannot be read.
  init?(_ layer: BundleManifest.Layer, members: MembersReader, findings: Findings) throws {
    var rules = (layer.aggregates ?? []).filter { $0.property != nil }.map {
      Rule(aggregate: $0, column: Array(repeating: nil, count: members.leafCount))
    }
    guard !rules.isEmpty, members.hasProperties else { return nil }
    for leaf in 0..<members.leafCount {
      let properties = try members.leaf(at: leaf).properties
      for index in rules.indices {
        rules[index].column[leaf] = rules[index].aggregate.property.flatMap { properties[$0] }
      }
    }
    (self.members, self.layer, self.rules, self.findings) = (members, layer.id, rules, findings.fresh)
  }

  /// Checks a cluster as tiles show it, once. O(leaves of the cluster).
  mutating func check(_ id: UInt64, _ properties: [DecodedProperty]) {
    guard ids.insert(id).inserted, let index = try? members.index(ofCluster: id),
      let leaves = try? members.record(at: index).leaves
    else { return }
    for rule in rules {
      let found = properties.first { $0.name == rule.aggregate.name }?.value
      let values = AggregateValues(rule.column[leaves].compactMap(\.self))
      guard let fault = values.fault(of: found, rule.aggregate) else { continue }
      findings.add(
        .overlayAggregate, Location(BundleManifest.fileName, layer: layer, feature: id),
        "the cluster property \"\(rule.aggregate.name)\" does not match the \(rule.aggregate.operation) of its points",
        expected: fault,
        found: found.map { "\($0)" } ?? "nothing")
    }
  }
}
