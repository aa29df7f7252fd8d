extension BundleManifest {
  /// A property of clusters that is computed from their points.
  ///
  /// Values of a type that the operation does not accept are ignored. A cluster without values lacks the property.
  public struct Aggregate: Sendable, Codable, Hashable {
    /// The property's name in the tiles.
    public var name: String
    /// The operation: `sum`, `min`, `max`, `mean`, `any`, `all`, `count` (the number of points with a value), `first`
    /// (by priority) or `distinct` (a string with a JSON array of the values, sorted by their text).
    public var operation: String
    /// The maximum number of values that `distinct` lists before it ends with "...". Nil for other operations.
    public var cap: Int?
    /// The property of the points in the tiles from which the aggregate is computed. Nil if the aggregate is computed
    /// from an expression, or from a property that the tiles do not contain unchanged.
    public var property: String?
    /// The step to whose multiples a `sum` or `mean` is rounded; nil if it is not rounded.
    public var round: Double?

    /// Creates an aggregate that is not computed from a property in the tiles.
    public init(name: String, operation: String) { (self.name, self.operation) = (name, operation) }
  }
}
