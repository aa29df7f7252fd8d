import MapMath
import OvertileCore

/// A decoded vector tile.
public struct DecodedTile: Sendable, Hashable {
  /// The layers, in the order in which they appear in the tile.
  public var layers: [DecodedLayer] = []
  /// The names of the layers that were skipped because their versions are neither 1 nor 2.
  public var skippedLayers: [String] = []
  /// The number of features that the decoder left out because they cannot be drawn. The number is always 0 after strict
  /// decoding.
  public var droppedFeatures = 0
  /// The number of lines and rings that a tolerant decoder left out because they are too short or have no area. This
  /// number does not include the lines and rings of features that were left out entirely.
  public var droppedParts = 0
  /// The number of features that were left out because their geometry type is UNKNOWN.
  public var unknownFeatures = 0

  /// Creates a tile without layers.
  public init() {}
}

/// A layer in a vector tile.
public struct DecodedLayer: Sendable, Hashable {
  /// The name of the layer, which is unique within the tile.
  public var name: String
  /// The version of the vector tile specification that the layer follows: 1 or 2.
  public var version: UInt32
  /// The number of tile units along each side of the tile, which is always greater than 0.
  public var extent: UInt32
  /// The features, in the order in which they appear in the layer.
  public var features: [DecodedFeature] = []

  /// Creates a layer with the given name, version, extent, and features.
  public init(name: String, version: UInt32 = 2, extent: UInt32 = 4096, features: [DecodedFeature] = []) {
    (self.name, self.version, self.extent, self.features) = (name, version, extent, features)
  }
}

/// A feature in a vector tile.
public struct DecodedFeature: Sendable, Hashable {
  /// The ID of the feature, or `nil` if the feature has no ID.
  public var id: UInt64?
  /// The geometry of the feature, in tile units.
  public var geometry: TileGeometry
  /// The properties of the feature, in the order of the feature's tags. Each property name occurs only once.
  public var properties: [DecodedProperty] = []

  /// Creates a feature with the given ID, geometry, and properties.
  public init(id: UInt64? = nil, geometry: TileGeometry, properties: [DecodedProperty] = []) {
    (self.id, self.geometry, self.properties) = (id, geometry, properties)
  }

  /// The value of the property with the given name, or `nil` if the feature has no such property.
  ///
  /// - Complexity: O(n), where n is the number of properties.
  public subscript(name: String) -> PropertyValue? {
    properties.first { ExactText($0.name) == ExactText(name) }?.value
  }
}

/// A property of a feature in a vector tile.
///
/// Depending on its encoding, an integer is decoded as `PropertyValue.int` or `PropertyValue.uint`. A `float_value` is
/// converted to a `Double`.
public struct DecodedProperty: Sendable, Hashable {
  /// The name of the property.
  public var name: String
  /// The value of the property, which is never `PropertyValue.null` or `PropertyValue.json`.
  public var value: PropertyValue

  /// Creates a property with the given name and value.
  public init(name: String, value: PropertyValue) {
    self.name = name
    self.value = value
  }
}
