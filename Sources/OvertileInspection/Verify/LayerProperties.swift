import OvertileBundleFormat
import OvertileFeatures
import OvertileVectorTile

/// The properties found in a bundle's layers, and those that its archives state.
struct LayerProperties {
  private var facts: [PropertyFacts]
  private var aggregates: [AggregateCheck?]
  /// Per layer: statements that differ, each with the first archive that makes it. There should be only one.
  private var stated: [[(statistics: StatedStatistics, location: Location)]]

  /// Starts empty, for so many layers.
  init(layers: Int, mergesNumbers: Bool) {
    facts = Array(repeating: PropertyFacts(mergesNumbers: mergesNumbers, mergesTexts: true), count: layers)
    stated = Array(repeating: [], count: layers)
    aggregates = Array(repeating: nil, count: layers)
  }

  /// Adds all features of a layer from its members; false if they have no properties.
  mutating func add(_ members: MembersFile, layer: Int) -> Bool {
    guard members.hasProperties else { return false }
    var found = PropertyFacts(mergesNumbers: false, mergesTexts: false)
    members.forEachLeafProperties { leaf, properties in found.add(members.leaf(leaf).id, properties) }
    guard found.features == members.leafCount else { return false }
    facts[layer] = found
    return true
  }

  /// Prepares the aggregates of a layer's clusters; false if it has none.
  mutating func prepare(
    _ layer: BundleManifest.Layer, _ members: MembersFile, _ index: Int, hasLeafProperties: Bool, _ findings: Findings
  ) -> Bool {
    aggregates[index] = AggregateCheck(
      layer, members: members, hasLeafProperties: hasLeafProperties, findings: findings)
    return aggregates[index] != nil
  }

  /// Adds features of tiles, by layer.
  mutating func add(_ samples: [[(id: UInt64, properties: [DecodedProperty])]]) {
    for layer in samples.indices {
      for sample in samples[layer] {
        if sample.id < OverlayIDs.made.lowerBound {
          facts[layer].add(sample.id, sample.properties)
        } else {
          aggregates[layer]?.check(sample.id, sample.properties)
        }
      }
    }
  }

  /// Adds an archive's statement about a layer.
  mutating func note(_ statistics: StatedStatistics, _ layer: Int, _ location: Location) {
    guard !stated[layer].contains(where: { $0.statistics == statistics }) else { return }
    stated[layer].append((statistics, location))
  }

  /// Compares the statements with the findings, once all has been seen.
  mutating func finish(_ layers: [BundleManifest.Layer], into findings: inout Findings) {
    for (index, layer) in layers.enumerated() where index < facts.count {
      if let found = aggregates[index]?.finish() { findings.append(found) }
      guard let first = layer.zooms.first else { continue }
      let check = StatisticsCheck(
        layer: layer, facts: facts[index],
        items: layer.itemCount(first))
      for statement in stated[index] {
        check.check(statement.statistics, Location(statement.location.file, layer: layer.id), into: &findings)
      }
      check.checkValues(
        attributes: Set(stated[index].first?.statistics.attributes.map { ExactText($0.name) } ?? []), into: &findings)
    }
  }
}
