import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileLayers
import OvertileReading

/// `properties`: the share of a layer's features that have a property may not fall by more than a fraction of itself.
///
/// If every tenth feature had a property and every twentieth still has it, the property has lost half of its values,
/// whatever the number of features.
enum PropertiesGate {
  /// For each layer that is empty in neither bundle: every property that lost too much, or else the property that lost
  /// the most.
  static func verdicts(_ comparison: GateComparison, _ limit: Share) -> [GateVerdict] {
    comparison.commonLayers.flatMap { old, new -> [GateVerdict] in
      guard old.features > 0, new.features > 0 else { return [] }
      guard let before = old.values else {
        let reason = "the old bundle does not record how many values its properties have"
        return [GateVerdict(.properties, layer: new.id, notJudged: reason)]
      }
      let now = new.values ?? [:]
      let losses = before.compactMap { name, count in
        PropertyLoss(name, count, of: old.features, now[name] ?? 0, of: new.features)
      }
      let failures = losses.filter { !$0.isWithin(limit) }
      let told = failures.isEmpty ? losses.max { $0.share < $1.share }.map { [$0] } ?? [] : failures
      return told.map { $0.verdict(layer: new.id, passes: failures.isEmpty) }
    }
  }
}

/// The number of a layer's features that have a property, before and now.
private struct PropertyLoss {
  let name: String
  let before: (values: UInt64, features: UInt64)
  let now: (values: UInt64, features: UInt64)

  /// Nil for a property that had no values.
  init?(_ name: String, _ oldValues: Int, of oldFeatures: Int, _ newValues: Int, of newFeatures: Int) {
    self.name = name
    before = (GateComparison.count(oldValues), GateComparison.count(oldFeatures))
    now = (GateComparison.count(newValues), GateComparison.count(newFeatures))
    if before.values == 0 || before.features == 0 || now.features == 0 { return nil }
  }

  /// The old and the new share over a common denominator; below 2^64, as counts are below 2^32.
  private var crossed: (before: UInt64, now: UInt64) {
    (before.values * now.features, now.values * before.features)
  }

  private var lost: UInt64 { crossed.before > crossed.now ? crossed.before - crossed.now : 0 }

  /// The fraction of its values that it lost.
  var share: Double { Double(lost) / Double(crossed.before) }

  /// Whether it lost at most a fraction. Exact.
  func isWithin(_ limit: Share) -> Bool { limit.admits(lost, of: crossed.before) }

  func verdict(layer: String, passes: Bool) -> GateVerdict {
    GateVerdict(
      .properties, layer: layer, property: name, old: Self.text(before), new: Self.text(now),
      change: "lost \(GateText.number(share * 100))%", passes: passes)
  }

  private static func text(_ count: (values: UInt64, features: UInt64)) -> String {
    "in \(count.values) of \(GateText.count(count.features, "feature"))"
  }
}

extension OverlayLayer {
  /// Per property of the source features that some zoom shows: the number that have a value. O(entries).
  func valueCounts() -> NamedValues<Int> {
    let properties = self.properties
    var counts = [Int](repeating: 0, count: properties.keys.count)
    let isNull = (0..<properties.values.count).map { properties.values.kind(UInt32($0)) == .null }
    properties.forEachEntry(without: neverShown.rows) { key, value in
      if !isNull[Int(value)] { counts[Int(key)] += 1 }
    }
    return properties.merged(counts) { $0 + $1 }
  }
}
