/// Statistics of a layer, as in the `tilestats` object of mapbox-geostats.
package struct LayerStatistics: Sendable, Hashable {
  /// A value among the examples of an attribute.
  package enum Value: Sendable, Hashable {
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
  package struct Attribute: Sendable, Hashable {
    /// The attribute's name.
    package var name: String
    /// Its type.
    package var type: FieldType
    /// The number of its distinct values.
    package var distinctValues: Int
    /// Some of the values, in an order that the caller keeps stable.
    package var values: [Value]
    /// The smallest number, if any value is a number.
    package var minimum: Double?
    /// The largest number, if any value is a number.
    package var maximum: Double?

    /// Creates statistics of an attribute.
    package init(name: String, type: FieldType, distinctValues: Int, values: [Value]) {
      self.name = name
      self.type = type
      self.distinctValues = distinctValues
      self.values = values
    }
  }

  /// The layer's name.
  package var layer: String
  /// The number of its features.
  package var featureCount: Int
  /// The most common geometry: Point, LineString or Polygon.
  package var geometry: String
  /// The attributes.
  package var attributes: [Attribute]

  /// Creates statistics of a layer.
  package init(layer: String, featureCount: Int, geometry: String, attributes: [Attribute]) {
    self.layer = layer
    self.featureCount = featureCount
    self.geometry = geometry
    self.attributes = attributes
  }
}
