/// The gates that a new bundle must pass to replace the old one, by their keys.
public enum GateName: String, Sendable, Codable, Hashable, CaseIterable {
  case features, layers, bounds, tiles, bytes, properties, clusters, rejected, accuracy, maxAge, empty

  /// The rule of the gate, on one line.
  public var meaning: String {
    switch self {
    case .features: "the features of a layer may not decrease or increase by more than a percentage"
    case .layers: "a layer may not disappear, nor lose all its features"
    case .bounds: "the bounds of a layer may not move by more than a distance"
    case .tiles: "the number of tiles may not grow by more than a percentage"
    case .bytes: "the size of the bundle's files may not grow by more than a percentage"
    case .properties: "a property may not lose more than a percentage of its values"
    case .clusters: "at least a percentage of a layer's cluster ids must be kept"
    case .rejected: "at most a percentage of the features read may be rejected"
    case .accuracy: "every source's transformation must be accurate to a distance"
    case .maxAge: "the data of a source may not be older than its own maxAge"
    case .empty: "a bundle must have a feature, and no layer may lose all its features; applies by default"
    }
  }

  /// Whether the gate compares with the bundle that is being replaced; the others judge the new one alone.
  public var comparesBundles: Bool {
    switch self {
    case .rejected, .accuracy, .maxAge, .empty: false
    case .features, .layers, .bounds, .tiles, .bytes, .properties, .clusters: true
    }
  }
}
