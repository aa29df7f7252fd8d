/// The gates that a new bundle must pass to replace the old one, by their keys.
public enum GateName: String, Sendable, Codable, Hashable, CaseIterable {
  case features, layers, bounds, tiles, bytes, properties, clusters, rejected, accuracy, maxAge, empty

  /// Whether the gate compares with the bundle that is being replaced; the others judge the new one alone.
  public var comparesBundles: Bool {
    switch self {
    case .rejected, .accuracy, .maxAge, .empty: false
    case .features, .layers, .bounds, .tiles, .bytes, .properties, .clusters: true
    }
  }
}
