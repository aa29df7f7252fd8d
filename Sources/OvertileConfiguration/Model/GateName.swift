/// A gate that a new bundle must pass to replace the old one. The raw value is the key in the configuration.
public enum GateName: String, Sendable, Codable, Hashable, CaseIterable {
  case features, layers, bounds, tiles, bytes, properties, clusters, rejected, accuracy, maxAge, empty

  /// A one-line description of what the gate requires.
  public var meaning: String {
    switch self {
    case .features: "the number of features in a layer must not fall or rise by more than a given percentage"
    case .layers: "a layer must not disappear or lose all its features"
    case .bounds: "the bounds of a layer must not move by more than a given distance"
    case .tiles: "the number of tiles must not grow by more than a given percentage"
    case .bytes: "the total size of the bundle's files must not grow by more than a given percentage"
    case .properties: "a property must not lose more than a given percentage of its values"
    case .clusters: "at least a given percentage of a layer's cluster ids must be kept"
    case .rejected: "at most a given percentage of the features read may be rejected"
    case .accuracy: "the transformation of every source must be accurate to within a given distance"
    case .maxAge: "the data of a source must not be older than its maxAge"
    case .empty: "a bundle must have a feature, and no layer may lose all its features; this gate applies by default"
    }
  }

  /// Whether the gate compares the new bundle with the old one. The other gates check only the new bundle.
  public var comparesBundles: Bool {
    switch self {
    case .rejected, .accuracy, .maxAge, .empty: false
    case .features, .layers, .bounds, .tiles, .bytes, .properties, .clusters: true
    }
  }
}
