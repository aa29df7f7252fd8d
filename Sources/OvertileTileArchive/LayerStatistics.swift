/// Statistics of a layer, as the `tilestats` object of mapbox-geostats has them.
public struct LayerStatistics: Sendable, Hashable {
  /// A value among the examples of an attribute.
  public enum Value: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A number.
    case number(Double)
    /// A whole number.
    case integer(Int64)
    /// A boolean.
    case boolean(Bool)
  }

  /// Statistics of an attribute.
  public struct Attribute: Sendable, Hashable {
    /// The attribute's name.
    public var name: String
    /// Its type.
    public var type: FieldType
    /// How many distinct values it has.
    public var distinctValues: Int
    /// Some of the values, in an order that the caller keeps stable.
    public var values: [Value]
    /// The smallest number, if there are numbers.
    public var minimum: Double?
    /// The largest number, if there are numbers.
    public var maximum: Double?

    /// Makes statistics of an attribute.
    public init(name: String, type: FieldType, distinctValues: Int, values: [Value]) {
      self.name = name
      self.type = type
      self.distinctValues = distinctValues
      self.values = values
    }
  }

  /// The layer's name.
  public var layer: String
  /// How many features it has.
  public var featureCount: Int
  /// The commonest geometry: Point, LineString or Polygon.
  public var geometry: String
  /// The attributes.
  public var attributes: [Attribute]

  /// Makes statistics of a layer.
  public init(layer: String, featureCount: Int, geometry: String, attributes: [Attribute]) {
    self.layer = layer
    self.featureCount = featureCount
    self.geometry = geometry
    self.attributes = attributes
  }
}
