import OvertileCore
import OvertileExpressions

/// The keys of `gates`.
enum GateKeys {
  static let features = Key(
    "features", featuresRule, "How much the number of accepted features in each layer may decrease or increase.")
  static let layers = Key(
    "layers", Rule<String>.word(["keep"]), "With keep, no layer may disappear or lose all its features.")
  static let bounds = Key(
    "bounds",
    single("maxShift", length, "The maximum distance by which an edge of a layer's bounds may move, such as 50km."),
    "How far the bounds of each layer may move.")
  static let tiles = Key(
    "tiles", single("maxIncrease", share, "The maximum growth, as a percentage of the old number, such as 30%."),
    "How much the number of tiles in the bundle may grow.")
  static let bytes = Key(
    "bytes", single("maxIncrease", share, "The maximum growth, as a percentage of the old size, such as 30%."),
    "How much the total size of the bundle's files may grow.")
  static let properties = Key(
    "properties", single("maxLoss", part, "The maximum percentage of its values that a property may lose, such as 5%."),
    "How much the percentage of a layer's features that have a given property may fall.")
  static let clusters = Key(
    "clusters",
    single(
      "minKept", part, "The minimum percentage of the old cluster ids that the new bundle must keep, such as 90%."),
    "How many of each cluster layer's ids, counted over all zooms, must be kept.")
  static let rejected = Key(
    "rejected",
    single("maxShare", part, "The maximum percentage of the features read that may be rejected, such as 0.5%."),
    "How many features of each layer's source may be rejected, either because onInvalid skips them or because no "
      + "zoom shows them.")
  static let accuracy = Key(
    "accuracy", single("maxError", length, "The worst acceptable accuracy of a transformation to WGS84, such as 1m."),
    "How accurate the reprojection of each source must be. An unknown accuracy fails this gate.")

  static let empty = Key(
    "empty", Rule<GateConfiguration.EmptyPolicy>.choice,
    "How a bundle is treated if it has no features, or if a layer has lost all its features: fail does not publish "
      + "it, warn publishes it with a warning, pass publishes it without a warning. Without this key, the gate fails "
      + "if a layer has lost all its features, or if a bundle without features has no old bundle to replace."
  )

  /// The gates that have one number each.
  private static let singles = [bounds, tiles, bytes, properties, clusters, rejected, accuracy]

  static let rule = Rule<GateConfiguration>.mapping(
    [features, layers] + (singles as [any AnyKey]) + [empty],
    rules: [.atLeastOne(of: GateName.allCases.filter { $0 != .maxAge }.map(\.rawValue))]
  ) { fields, _ in
    var gates = fields.optional(features) ?? GateConfiguration()
    gates.keepsLayers = fields.optional(layers) != nil
    for key in singles {
      if let gate = GateName(rawValue: key.name) { gates.singleLimits[gate] = fields.optional(key) }
    }
    gates.empty = fields.optional(empty)
    return gates
  }

  private static let share = Rule<Quantity>.quantity([.percent], .from0(through: 1e5)).map { Share(percent: $0.value) }
  private static let part = Rule<Quantity>.quantity([.percent], .from0(through: 1)).map { Share(percent: $0.value) }
  private static let length = Rule<Quantity>.quantity([.kilometers, .meters, .miles, .feet], .from0(through: 3e7))
    .map { GateConfiguration.Limit(meters: $0.inBaseUnits) }

  /// A mapping with one key: a share.
  private static func single(
    _ name: String, _ rule: Rule<Share>, _ documentation: String
  ) -> Rule<GateConfiguration.Limit> {
    single(name, rule.map { GateConfiguration.Limit(share: $0) }, documentation)
  }

  /// A mapping with one key.
  private static func single(
    _ name: String, _ rule: Rule<GateConfiguration.Limit>, _ documentation: String
  ) -> Rule<GateConfiguration.Limit> {
    let key = Key(name, rule, .required, documentation)
    return .mapping([key]) { fields, _ in
      var limit = try fields(key)
      limit.key = name
      return limit
    }
  }

  private static let maxDecrease = Key(
    "maxDecrease", part, "The maximum decrease, as a percentage of the old number, such as 5%.")
  private static let maxIncrease = Key(
    "maxIncrease", share, "The maximum increase, as a percentage of the old number, such as 20%.")
  private static let singleLayers = Key(
    "layers",
    Rule<GateConfiguration.FeatureChange>.mapping(
      [maxDecrease, maxIncrease], rules: [.atLeastOne(of: ["maxDecrease", "maxIncrease"])]
    ) { fields, _ in change(fields) }
    .withName.named(orderMatters: false), "Different limits for individual layers, by layer name.")

  private static let featuresRule = Rule<GateConfiguration>.mapping(
    [maxDecrease, maxIncrease, singleLayers], rules: [.atLeastOne(of: ["maxDecrease", "maxIncrease", "layers"])]
  ) { fields, _ in
    var gates = GateConfiguration()
    gates.features = change(fields)
    for entry in fields.optional(singleLayers) ?? [] { gates.layerFeatures[entry.name] = entry.value }
    return gates
  }

  private static func change(_ fields: Fields) -> GateConfiguration.FeatureChange {
    GateConfiguration.FeatureChange(
      maxDecrease: fields.optional(maxDecrease), maxIncrease: fields.optional(maxIncrease))
  }
}
