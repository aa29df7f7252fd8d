extension Region {
  /// The size of a region, in degrees.
  public struct Span: Sendable, Hashable, Codable {
    /// The distance from the southern to the northern edge, in degrees.
    public var latitudeDelta: Double
    /// The distance from the western to the eastern edge, in degrees.
    public var longitudeDelta: Double

    /// Creates a span from a latitude delta and a longitude delta, in degrees.
    public init(latitudeDelta: Double, longitudeDelta: Double) {
      self.latitudeDelta = latitudeDelta
      self.longitudeDelta = longitudeDelta
    }
  }
}
