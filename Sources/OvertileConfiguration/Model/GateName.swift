/// A gate that a new bundle must pass before it replaces the old one.
///
/// The raw value is the gate's key in the configuration.
public enum GateName: String, Sendable, Codable, Hashable, CaseIterable {
  case features, layers, bounds, tiles, bytes, properties, clusters, rejected, accuracy, maxAge, empty

  /// Whether the gate compares the new bundle with the old one. Gates that do not compare bundles check only the new
  /// one.
  public var comparesBundles: Bool {
    switch self {
    case .rejected, .accuracy, .maxAge, .empty: false
    case .features, .layers, .bounds, .tiles, .bytes, .properties, .clusters: true
    }
  }
}
