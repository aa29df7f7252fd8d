import OvertileBundleFormat
import OvertileConfiguration
import OvertileReading

/// `bounds`: how much further or less far each layer reaches than before, in meters along geodesics.
enum BoundsGate {
  /// One verdict for each layer that is empty in neither bundle.
  ///
  /// The gate compares the extents if both bundles have them, since extents know on which side of the antimeridian a
  /// layer lies; otherwise it compares the bounds.
  static func verdicts(_ comparison: GateComparison, meters limit: Double) -> [GateVerdict] {
    comparison.commonLayers.compactMap { old, new in
      guard let now = DegreeBox(new.bounds) else { return nil }
      guard let before = DegreeBox(old.bounds) else {
        return GateVerdict(.bounds, layer: new.id, notJudged: "the old layer has no bounds")
      }
      let extents = (old: DegreeBox(old.extent) ?? before, new: DegreeBox(new.extent) ?? now)
      let (a, b) = old.extent == nil || new.extent == nil ? (before, now) : extents
      let meters = a.largestMove(to: b)
      return GateVerdict(
        .bounds, layer: new.id, old: a.text, new: b.text, change: "moved \(GateConfiguration.meters(meters))",
        passes: meters <= limit)
    }
  }
}
