import OvertileCore
import OvertileExpressions

/// The gates of a new bundle before it replaces the old one. A gate that is nil is not judged.
package struct GateConfiguration: Sendable {
  /// The limits on the change of every layer's features; nil for any change, or for `layerFeatures` alone.
  package var features = FeatureChange()
  /// The same for single layers by name: a nil limit is that of `features`.
  package var layerFeatures: [String: FeatureChange] = [:]
  /// Whether no layer may vanish.
  package var keepsLayers = false
  /// The limits of the gates that have one number each.
  package var singleLimits: [GateName: Limit] = [:]
  /// The greatest age of the data of single sources, in their order.
  package var maxAges: [(source: String, maxAge: SourceConfiguration.MaxAge)] = []
  /// How bundles and layers without features are treated; nil for the default: a bundle fails if there is no old one, and a
  /// layer if the old one has features.
  package var empty: EmptyPolicy?

  /// How bundles and layers without features are treated.
  package enum EmptyPolicy: String, Sendable, CaseIterable {
    /// A bundle without features, or with a layer that has lost them all, is not published; another layer without features
    /// causes a warning.
    case fail
    /// Both cause a warning.
    case warn
    /// Neither causes a warning.
    case pass
  }

  /// The limit of a gate: a share or a distance.
  package struct Limit: Sendable {
    /// The key.
    var key = ""
    /// The share, if it is one.
    package var share: Share?
    /// The distance in meters, if it is one.
    package var meters: Double?

    /// The key and the value as text: "maxIncrease 30%".
    var summary: String { "\(key) \(share.map(\.description) ?? GateConfiguration.meters(meters ?? 0))" }
  }

  /// The limits on the change of the number of features.
  package struct FeatureChange: Sendable, Hashable {
    /// The largest decrease; nil for any.
    package var maxDecrease: Share?
    /// The largest increase; nil for any.
    package var maxIncrease: Share?

    /// Makes limits.
    package init(maxDecrease: Share? = nil, maxIncrease: Share? = nil) {
      (self.maxDecrease, self.maxIncrease) = (maxDecrease, maxIncrease)
    }

    /// The limits as text, such as "maxDecrease 5%, maxIncrease 20%"; empty without any.
    package var text: String {
      [maxDecrease.map { "maxDecrease \($0)" }, maxIncrease.map { "maxIncrease \($0)" }].compactMap { $0 }
        .joined(separator: ", ")
    }
  }

  /// Makes a configuration without gates.
  package init() {}

  /// The limits on the change of a layer's features.
  package func features(of layer: String) -> FeatureChange {
    let own = layerFeatures[layer] ?? FeatureChange()
    return FeatureChange(
      maxDecrease: own.maxDecrease ?? features.maxDecrease, maxIncrease: own.maxIncrease ?? features.maxIncrease)
  }

  /// The gates that are configured, in their order, each with its limits as text.
  package var limits: [(gate: GateName, text: String)] {
    GateName.allCases.compactMap { gate in summary(of: gate).map { (gate, $0) } }
  }

  /// A gate's limits as text, such as "maxDecrease 5%, maxIncrease 20%"; nil if it is not configured.
  package func summary(of gate: GateName) -> String? {
    switch gate {
    case .features: featuresSummary
    case .layers: keepsLayers ? "keep" : nil
    case .maxAge:
      maxAges.isEmpty
        ? nil : maxAges.map { "\($0.source): \(Self.duration($0.maxAge.seconds))" }.joined(separator: "; ")
    case .empty: empty == .fail ? Self.emptyLimit : nil
    default: singleLimits[gate]?.summary
    }
  }

  /// The requirement on a bundle, as text.
  package static let emptyLimit = "at least 1 feature"

  private var featuresSummary: String? {
    let single = layerFeatures.sorted { $0.key < $1.key }.map { "\($0.key): " + $0.value.text }
    let texts = [features.text].filter { !$0.isEmpty } + single
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// A duration as text: "26 h" from two hours on, "90 s" below.
  package static func duration(_ seconds: Double) -> String {
    let isLong = seconds >= 7200
    let scaled = isLong ? seconds / 3600 : seconds
    return JSONValue.text((scaled * 100).rounded() / 100) + (isLong ? " h" : " s")
  }

  /// A length as text: "50 km" from a kilometer on, "1 m" below.
  package static func meters(_ meters: Double) -> String {
    let isFar = meters >= 1000
    let scaled = isFar ? meters / 1000 : meters
    return JSONValue.text((scaled * 1000).rounded() / 1000) + (isFar ? " km" : " m")
  }
}

extension GateConfiguration {
  static let features = Key(
    "features", featuresRule, "How much the number of accepted features in each layer may decrease or increase.")
  static let layers = Key(
    "layers", Rule<String>.word(["keep"]), "With keep, no layer may disappear or lose all its features.")
  static let empty = Key(
    "empty", Rule<EmptyPolicy>.choice,
    "How a bundle is treated if it has no features, or if a layer has lost all its features: fail does not publish "
      + "it, warn publishes it with a warning, pass publishes it without a warning. Without this key, the gate fails "
      + "if a layer has lost all its features, or if a bundle without features has no old bundle to replace.")

  /// The gates that have one number each.
  private static let singles = [
    single(
      .bounds, "How far the bounds of each layer may move.", "maxShift", length,
      "The maximum distance by which an edge of a layer's bounds may move, such as 50km."),
    single(
      .tiles, "How much the number of tiles in the bundle may grow.", "maxIncrease", share.map { Limit(share: $0) },
      "The maximum growth, as a percentage of the old number, such as 30%."),
    single(
      .bytes, "How much the total size of the bundle's files may grow.", "maxIncrease", share.map { Limit(share: $0) },
      "The maximum growth, as a percentage of the old size, such as 30%."),
    single(
      .properties, "How much the percentage of a layer's features that have a given property may fall.", "maxLoss",
      part.map { Limit(share: $0) }, "The maximum percentage of its values that a property may lose, such as 5%."),
    single(
      .clusters, "How many of each cluster layer's ids, counted over all zooms, must be kept.", "minKept",
      part.map { Limit(share: $0) },
      "The minimum percentage of the old cluster ids that the new bundle must keep, such as 90%."),
    single(
      .rejected,
      "How many features of each layer's source may be rejected, either because onInvalid skips them or because no "
        + "zoom shows them.", "maxShare", part.map { Limit(share: $0) },
      "The maximum percentage of the features read that may be rejected, such as 0.5%."),
    single(
      .accuracy,
      "How accurate the reprojection of each source must be. An unknown accuracy fails this gate.", "maxError", length,
      "The worst acceptable accuracy of a transformation to WGS84, such as 1m."),
  ]

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
    .map { Limit(meters: $0.inBaseUnits) }

  /// A gate whose mapping has one key.
  private static func single(
    _ gate: GateName, _ meaning: String, _ name: String, _ rule: Rule<Limit>, _ documentation: String
  ) -> Key<Limit> {
    let key = Key(name, rule, .required, documentation)
    let mapping = Rule<Limit>.mapping([key]) { fields, _ in
      var limit = try fields(key)
      limit.key = name
      return limit
    }
    return Key(gate.rawValue, mapping, meaning)
  }

  private static let maxDecrease = Key(
    "maxDecrease", part, "The maximum decrease, as a percentage of the old number, such as 5%.")
  private static let maxIncrease = Key(
    "maxIncrease", share, "The maximum increase, as a percentage of the old number, such as 20%.")
  private static let singleLayers = Key(
    "layers",
    Rule<FeatureChange>.mapping(
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

  private static func change(_ fields: Fields) -> FeatureChange {
    FeatureChange(
      maxDecrease: fields.optional(maxDecrease), maxIncrease: fields.optional(maxIncrease))
  }
}
