import MapMath
import OvertileCore

/// A decoded vector tile.
public struct DecodedTile: Sendable, Hashable {
  /// The layers, in the order of the tile.
  public var layers: [DecodedLayer] = []
  /// The names of the layers that were skipped because their version is neither 1 nor 2.
  public var skippedLayers: [String] = []
  /// The number of features that the decoder left out because they cannot be shown; 0 after a strict decoding.
  public var droppedFeatures = 0
  /// The number of lines and rings of other features that a tolerant decoder left out because too little of them
  /// remains.
  public var droppedParts = 0
  /// The number of features of type UNKNOWN among those that were left out.
  public var unknownFeatures = 0

  /// Makes a tile without layers.
  public init() {}
}

/// A layer of a vector tile.
public struct DecodedLayer: Sendable, Hashable {
  /// The name, unique in the tile.
  public var name: String
  /// The version of the specification that the layer follows: 1 or 2.
  public var version: UInt32
  /// The tile units along a side of the tile, above 0.
  public var extent: UInt32
  /// The features, in the order of the layer.
  public var features: [DecodedFeature] = []

  /// Makes a layer.
  public init(name: String, version: UInt32 = 2, extent: UInt32 = 4096, features: [DecodedFeature] = []) {
    (self.name, self.version, self.extent, self.features) = (name, version, extent, features)
  }
}

/// A feature of a vector tile.
public struct DecodedFeature: Sendable, Hashable {
  /// The id, if there is one.
  public var id: UInt64?
  /// The geometry in tile units.
  public var geometry: TileGeometry
  /// The properties, in the order of the tags. Names are distinct.
  public var properties: [DecodedProperty] = []

  /// Makes a feature.
  public init(id: UInt64? = nil, geometry: TileGeometry, properties: [DecodedProperty] = []) {
    (self.id, self.geometry, self.properties) = (id, geometry, properties)
  }

  /// The value of a property, or nil. O(properties).
  public subscript(name: String) -> PropertyValue? {
    properties.first { ExactText($0.name) == ExactText(name) }?.value
  }
}

/// A property of a feature. Integers are `int` or `uint` as written; `float_value` is widened to a double.
public struct DecodedProperty: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value; never null or JSON.
  public var value: PropertyValue

  /// Makes a property.
  public init(name: String, value: PropertyValue) {
    self.name = name
    self.value = value
  }
}
