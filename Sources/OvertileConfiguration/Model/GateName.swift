/// The gates that a new bundle passes before it replaces the old one, by the key that configures each.
public enum GateName: String, Sendable, Codable, Hashable, CaseIterable {
  case features, layers, bounds, tiles, bytes, properties, clusters, rejected, accuracy, empty

  /// What the gate holds, on one line.
  public var meaning: String {
    switch self {
    case .features: "the features of a layer may not fall or rise by more than a share"
    case .layers: "a layer may not vanish, nor lose all its features"
    case .bounds: "a layer may not reach further or less far than before by more than a distance"
    case .tiles: "the tiles of the bundle may not grow in number by more than a share"
    case .bytes: "the files of the bundle may not grow by more than a share"
    case .properties: "a property may not lose more than a share of its values"
    case .clusters: "at least a share of a layer's cluster ids must be kept"
    case .rejected: "at most a share of the features read may be rejected"
    case .accuracy: "every source's transformation must be accurate to a distance"
    case .empty: "a bundle must have a feature; holds by itself where there is no old bundle"
    }
  }

  /// Whether the gate compares with the bundle that is being replaced; the others judge the new one alone.
  public var comparesBundles: Bool {
    switch self {
    case .rejected, .accuracy, .empty: false
    case .features, .layers, .bounds, .tiles, .bytes, .properties, .clusters: true
    }
  }
}
