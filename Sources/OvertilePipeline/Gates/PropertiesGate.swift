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
      let failures = losses.filter { !limit.admits($0.lost, of: $0.all) }
      let told = failures.isEmpty ? losses.max { $0.share < $1.share }.map { [$0] } ?? [] : failures
      return told.map { loss in
        GateVerdict(
          .properties, layer: new.id, property: loss.name, old: loss.old, new: loss.new,
          change: "lost \(GateText.number(loss.share * 100))%", passes: failures.isEmpty)
      }
    }
  }
}

/// The number of a layer's features that have a property, before and now.
private struct PropertyLoss {
  let name, old, new: String
  /// The values that it lost, and those that it had, over a common denominator; below 2^64, as counts are below 2^32.
  let lost, all: UInt64

  /// Nil for a property that had no values.
  init?(_ name: String, _ oldValues: Int, of oldFeatures: Int, _ newValues: Int, of newFeatures: Int) {
    let (values, features) = (GateComparison.count(oldValues), GateComparison.count(oldFeatures))
    let (valuesNow, featuresNow) = (GateComparison.count(newValues), GateComparison.count(newFeatures))
    let kept = valuesNow * features
    all = values * featuresNow
    lost = all > kept ? all - kept : 0
    (self.name, old, new) = (name, Self.text(values, features), Self.text(valuesNow, featuresNow))
    if all == 0 || features == 0 { return nil }
  }

  /// The fraction of its values that it lost.
  var share: Double { Double(lost) / Double(all) }

  private static func text(_ values: UInt64, _ features: UInt64) -> String {
    "in \(values) of \(GateText.count(features, "feature"))"
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
