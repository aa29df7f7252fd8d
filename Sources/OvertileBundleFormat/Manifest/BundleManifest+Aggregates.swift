extension BundleManifest {
  /// A property of clusters that is computed over their points.
  ///
  /// Values of a type that the operation does not accept count as missing; a cluster without values lacks the property.
  public struct Aggregate: Sendable, Codable, Hashable {
    /// The property's name in the tiles.
    public var name: String
    /// `sum`, `min`, `max`, `mean`, `any`, `all`, `count` (the number of points with a value), `first` (by priority) or
    /// `distinct` (a text: a JSON array of the values in the order of their texts).
    public var operation: String
    /// The most values that `distinct` lists; then "..." follows. Nil for other operations.
    public var cap: Int?
    /// The property of the points in the tiles whose values it is computed over; nil if that is an expression, or a
    /// property that tiles do not have unchanged.
    public var property: String?

    /// The step to whose multiples a `sum` or `mean` is rounded; nil if it is not.
    public var round: Double?

    /// Makes an aggregate without a property of the tiles.
    public init(name: String, operation: String) { (self.name, self.operation) = (name, operation) }
  }
}
