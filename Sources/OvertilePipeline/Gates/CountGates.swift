import OvertileBundleFormat
import OvertileConfiguration
import OvertileReading

/// `features`: the accepted features of each layer that both bundles have.
enum FeaturesGate {
  /// One verdict for each layer with limits. A layer that was empty may rise by nothing.
  static func verdicts(_ comparison: GateComparison) -> [GateVerdict] {
    comparison.commonLayers.compactMap { old, new in
      let limit = comparison.limits.features(of: new.id)
      let (before, now) = (GateComparison.count(old.features), GateComparison.count(new.features))
      let falls = now < before
      let part = falls ? before - now : now - before
      // A direction without a limit passes, and is listed only if the other direction has one.
      guard limit != .init() else { return nil }
      let passes = (falls ? limit.maxDecrease : limit.maxIncrease)?.admits(part, of: before) ?? true
      let share = GateText.percent(part, of: before)
      return GateVerdict(
        .features, layer: new.id, old: GateText.count(before, "feature"), new: GateText.count(now, "feature"),
        change: part == 0
          ? "no change"
          : before == 0 ? "an increase from nothing" : "\(falls ? "a decrease" : "an increase") of \(share)",
        limit: limit.text, passes: passes)
    }
  }
}

/// `layers`: every layer of the old bundle that had features still has some.
enum LayersGate {
  /// One verdict for each such layer.
  static func verdicts(_ comparison: GateComparison) -> [GateVerdict] {
    comparison.old.layers.filter { $0.features > 0 }.map { old in
      let new = comparison.new.layers.first { $0.id == old.id }
      let now = new.map { GateText.count(GateComparison.count($0.features), "feature") } ?? "no such layer"
      let remains = (new?.features ?? 0) > 0
      return GateVerdict(
        .layers, layer: old.id, old: GateText.count(GateComparison.count(old.features), "feature"), new: now,
        change: remains ? "still there" : "vanished", passes: remains)
    }
  }
}

/// `tiles` and `bytes`: the bundle as a whole.
enum GrowthGate {
  /// The verdict on the number of addressed tiles.
  static func tiles(_ comparison: GateComparison, _ limit: Share) -> GateVerdict {
    verdict(.tiles, comparison, limit, "tile") { $0.tiles ?? 0 }
  }

  /// The verdict on the bytes of all files except the manifest.
  static func bytes(_ comparison: GateComparison, _ limit: Share) -> GateVerdict {
    verdict(.bytes, comparison, limit, "byte") { $0.bytes }
  }

  private static func verdict(
    _ name: GateName, _ comparison: GateComparison, _ limit: Share, _ unit: String,
    _ value: (BundleManifest.File) -> Int
  ) -> GateVerdict {
    let before = sum(comparison.old.files.map(value))
    let now = sum(comparison.new.files.map(value))
    let grown = now > before ? now - before : 0
    let change = before == 0 && grown > 0 ? "grown from nothing" : "grown by \(GateText.percent(grown, of: before))"
    return GateVerdict(
      name, old: GateText.count(before, unit), new: GateText.count(now, unit), change: change,
      passes: limit.admits(grown, of: before))
  }

  /// The sum of numbers that a manifest states, held at 2^62.
  private static func sum(_ values: [Int]) -> UInt64 {
    values.reduce(0) { min($0 + UInt64(min(max($1, 0), 1 << 62)), 1 << 62) }
  }
}

/// `rejected`: the features of the input that are not in a layer because they are wrong, or because no zoom shows them.
enum RejectedGate {
  /// One verdict for each layer: the features that its source and the layer itself rejected, as a share of all features
  /// of the source.
  static func verdicts(_ comparison: GateComparison, _ limit: Share, sources: [String]) -> [GateVerdict] {
    zip(comparison.report.layers, sources).compactMap { layer, name in
      guard let source = comparison.report.sources.first(where: { $0.name == name }) else { return nil }
      let rejected = UInt64(max(0, source.rejected + layer.rejected))
      let read = UInt64(max(0, source.read))
      return GateVerdict(
        .rejected, layer: layer.name, new: "\(rejected) of \(GateText.count(read, "feature")) rejected",
        change: GateText.percent(rejected, of: read), passes: limit.admits(rejected, of: read))
    }
  }
}

/// `accuracy`: the accuracy with which the coordinates of each source became longitude and latitude.
enum AccuracyGate {
  /// One verdict for each source. An operation of unknown accuracy does not pass, nor does a ballpark one.
  static func verdicts(_ comparison: GateComparison, meters limit: Double) -> [GateVerdict] {
    comparison.new.provenance.reprojections.map { operation in
      let isExact = !operation.ballpark && operation.accuracyMeters.map { $0 <= limit } ?? false
      let accuracy = operation.accuracyMeters.map { "accurate to \(GateText.number($0)) m" } ?? "of unknown accuracy"
      return GateVerdict(
        .accuracy, source: operation.source, new: "\(operation.crs) by \"\(operation.operation)\"",
        change: accuracy + (operation.ballpark ? ", without a datum shift" : ""), passes: isExact)
    }
  }
}
