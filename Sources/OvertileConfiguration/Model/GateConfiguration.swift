import OvertileCore

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
    let general = features.text
    let single = layerFeatures.sorted { $0.key < $1.key }.map { "\($0.key): " + $0.value.text }
    let texts = (general.isEmpty ? [] : [general]) + single
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
