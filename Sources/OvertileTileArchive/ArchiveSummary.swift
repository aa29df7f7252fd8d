import OvertileCore

/// The metadata of an archive, independent of its container.
package struct ArchiveSummary: Sendable, Hashable {
  /// The lowest zoom, 0...31. If a PMTiles archive has tiles, its header states their zooms instead.
  package var minZoom: Int
  /// The highest zoom, 0...31.
  package var maxZoom: Int
  /// The bounds of the data: west, south, east and north in degrees, with west <= east.
  package var bounds: [Double]
  /// Where a map starts: longitude, latitude, zoom.
  package var center: [Double]
  /// The tileset's name.
  package var name: String
  /// The tileset's description.
  package var description: String?
  /// The credits to show on the map. Viewers may read them as HTML, so text from an input must be escaped.
  package var attribution: String?
  /// The layers in drawing order.
  package var vectorLayers: [VectorLayer] = []
  /// Statistics of each layer's attributes, if wanted. Source: mapbox-geostats.
  package var tilestats: [JSONValue]?

  /// Creates a summary without layers.
  package init(name: String, minZoom: Int, maxZoom: Int, bounds: [Double], center: [Double]) {
    self.name = name
    self.minZoom = minZoom
    self.maxZoom = maxZoom
    self.bounds = bounds
    self.center = center
  }
}

/// The type of a field or attribute, as TileJSON and MBTiles spell it. A field of several types is a string.
package enum FieldType: String, Sendable, Hashable, Codable, CaseIterable {
  /// Numbers.
  case number = "Number"
  /// Booleans.
  case boolean = "Boolean"
  /// Texts and mixed types.
  case string = "String"
}

/// A layer as `vector_layers` describes it. Source: TileJSON 3.0.0.
package struct VectorLayer: Sendable, Hashable {
  /// The layer's name in the tiles.
  package var id: String
  /// The type of each field by its name.
  package var fields: NamedValues<FieldType>
  /// The lowest zoom with the layer.
  package var minZoom: Int
  /// The highest zoom with the layer.
  package var maxZoom: Int
  /// The layer's description.
  package var description: String?

  /// Creates a description of a layer.
  package init(id: String, fields: NamedValues<FieldType>, minZoom: Int, maxZoom: Int, description: String? = nil) {
    self.id = id
    self.fields = fields
    self.minZoom = minZoom
    self.maxZoom = maxZoom
    self.description = description
  }
}
