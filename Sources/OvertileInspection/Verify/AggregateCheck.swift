import OvertileBundleFormat
import OvertileFeatures
import OvertileSearching
import OvertileVectorTile

/// Whether the aggregates of a layer's clusters are those of their points.
///
/// If the members have the points' values, each aggregate is recomputed from the leaves. Otherwise a cluster's value is
/// compared with those of its child clusters, as far as these determine it.
struct AggregateCheck {
  private let members: MembersFile
  private let layer: String
  private let rules: [Rule]
  private var ids: Set<UInt64> = []
  /// Per cluster: the values of the rules that leaves cannot check.
  private var told: [UInt64: [PropertyValue?]] = [:]
  private var findings: Findings

  private struct Rule {
    let aggregate: BundleManifest.Aggregate
    /// Per leaf: its value; nil if the leaves have none.
    var column: [PropertyValue?]?
  }

  /// Prepares for a layer with members; nil if it has no aggregates. O(tags), with 20 bytes a leaf and rule.
  init?(_ layer: BundleManifest.Layer, members: MembersFile, hasLeafProperties: Bool, findings: Findings) {
    guard let aggregates = layer.aggregates, !aggregates.isEmpty else { return nil }
    (self.members, self.layer, self.findings) = (members, layer.id, findings.fresh)
    var rules = aggregates.map { Rule(aggregate: $0, column: nil) }
    if hasLeafProperties {
      for index in rules.indices where rules[index].aggregate.property != nil {
        rules[index].column = Array(repeating: nil, count: members.leafCount)
      }
      members.forEachLeafProperties { leaf, properties in
        for property in properties {
          let name = ExactText(property.name)
          for index in rules.indices where rules[index].aggregate.property.map(ExactText.init) == name {
            rules[index].column?[leaf] = property.value
          }
        }
      }
    }
    self.rules = rules
  }

  /// Checks a cluster as tiles show it, once. O(leaves of the cluster).
  mutating func check(_ id: UInt64, _ properties: [DecodedProperty]) {
    guard ids.insert(id).inserted, let index = members.index(ofCluster: id) else { return }
    let leaves = members.cluster(index).leaves
    guard leaves.upperBound <= members.leafCount else { return }
    var others: [PropertyValue?] = []
    for rule in rules {
      let found = properties.first { ExactText($0.name) == ExactText(rule.aggregate.name) }?.value
      if let column = rule.column {
        expect(AggregateValues(column[leaves].compactMap { $0 }).fault(of: found, rule.aggregate), rule, id, found)
      } else {
        others.append(found)
      }
    }
    if !others.isEmpty { told[id] = others }
  }

  /// Compares clusters with their parts, once all have been seen; returns the errors.
  mutating func finish() -> Findings {
    let untold = rules.filter { $0.column == nil }
    for index in 0..<members.clusterCount where !untold.isEmpty {
      let cluster = members.cluster(index)
      guard let values = told[cluster.id], cluster.children.upperBound <= members.childCount else { continue }
      var (parts, leaves, isWhole): ([[PropertyValue?]], Int, Bool) = ([], 0, true)
      for number in cluster.children {
        let child = members.child(number)
        if child.isLeaf {
          leaves += 1
        } else if child.index < members.clusterCount, let part = told[members.cluster(child.index).id] {
          parts.append(part)
        } else {
          isWhole = false
        }
      }
      guard isWhole else { continue }
      for (location, rule) in untold.enumerated() {
        let sum = AggregateParts(parts.map { $0[location] }, otherPoints: leaves)
        expect(sum.fault(of: values[location], rule.aggregate.operation), rule, cluster.id, values[location])
      }
    }
    return findings
  }

  private mutating func expect(_ fault: String?, _ rule: Rule, _ id: UInt64, _ found: PropertyValue?) {
    guard let fault else { return }
    findings.add(
      .overlayAggregate, Location(BundleManifest.fileName, layer: layer, feature: id),
      "\"\(rule.aggregate.name)\" is not the \(rule.aggregate.operation) of its points", expected: fault,
      found: found.map { "\($0)" } ?? "nothing")
  }
}

extension MembersFile {
  /// The index of a cluster in the ascending ids. O(log clusters).
  func index(ofCluster id: UInt64) -> Int? {
    (0..<clusterCount).sortedIndex(of: id) { cluster($0).id }
  }
}
