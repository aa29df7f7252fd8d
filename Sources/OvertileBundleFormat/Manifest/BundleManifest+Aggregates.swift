extension BundleManifest {
  /// A property of clusters that is computed over their points.
  ///
  /// Values of another type than the operation takes count as missing; a cluster without values lacks the property.
  public struct Aggregate: Sendable, Codable, Hashable {
    /// The property's name in the tiles.
    public var name: String
    /// `sum`, `min`, `max`, `mean`, `any`, `all`, `count` (how many points have a value), `first` (by priority) or
    /// `distinct` (a text: a JSON array of the values in the order of their texts).
    public var operation: String
    /// How many values `distinct` lists at the most; then comes "...". Nil for other operations.
    public var cap: Int?
    /// The property of the points in the tiles whose values it is computed over; nil where that is an expression, or a
    /// property that tiles do not have as it was.
    public var property: String?

    /// Makes an aggregate over nothing that tiles have.
    public init(name: String, operation: String) { (self.name, self.operation) = (name, operation) }
  }
}
