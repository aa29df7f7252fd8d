extension Region {
  /// The size of a region, in degrees.
  public struct Span: Sendable, Hashable, Codable {
    /// Degrees from south to north.
    public var latitudeDelta: Double
    /// Degrees from west to east.
    public var longitudeDelta: Double

    /// Makes a span from degrees.
    public init(latitudeDelta: Double, longitudeDelta: Double) {
      self.latitudeDelta = latitudeDelta
      self.longitudeDelta = longitudeDelta
    }
  }
}
