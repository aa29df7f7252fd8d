extension BundleManifest {
  /// A property of a cluster that is computed from the cluster's points.
  ///
  /// Values of a type that the operation does not accept are ignored. If no values remain, the cluster does not have
  /// the property.
  public struct Aggregate: Sendable, Codable, Hashable {
    /// The name of the property in the tiles.
    public var name: String
    /// The name of the operation: `sum`, `min`, `max`, `mean`, `any`, `all`, `count`, `first`, or `distinct`.
    ///
    /// The operation `count` returns the number of points that have a value, and `first` returns the value of the point
    /// with the highest priority. The operation `distinct` returns a string that contains a JSON array of the distinct
    /// values, sorted by their text.
    public var operation: String
    /// The maximum number of values that the operation `distinct` lists before the list ends with "...", or `nil` for
    /// other operations.
    public var cap: Int?
    /// The name, in the tiles, of the point property from which the aggregate is computed. This value is `nil` if the
    /// aggregate is computed from an expression, or from a property that is missing or changed in the tiles.
    public var property: String?
    /// The increment to which the result of `sum` or `mean` is rounded, or `nil` if the result is not rounded.
    public var round: Double?

    /// Creates an aggregate with the given name and operation. All other values are `nil`.
    public init(name: String, operation: String) { (self.name, self.operation) = (name, operation) }
  }
}
