extension Region {
  /// The size of a region, in degrees.
  public struct Span: Sendable, Hashable, Codable {
    /// The distance from south to north, in degrees.
    public var latitudeDelta: Double
    /// The distance from west to east, in degrees.
    public var longitudeDelta: Double

    /// Creates a span from its deltas in degrees.
    public init(latitudeDelta: Double, longitudeDelta: Double) {
      self.latitudeDelta = latitudeDelta
      self.longitudeDelta = longitudeDelta
    }
  }
}
