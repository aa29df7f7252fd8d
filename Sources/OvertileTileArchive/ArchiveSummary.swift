import OvertileFeatures

/// What an archive says about itself, whatever its container.
public struct ArchiveSummary: Sendable, Hashable {
  /// A box in degrees, west <= east: it does not wrap.
  public struct Bounds: Sendable, Hashable {
    /// The western longitude.
    public var west: Double
    /// The southern latitude.
    public var south: Double
    /// The eastern longitude.
    public var east: Double
    /// The northern latitude.
    public var north: Double

    /// Makes a box from degrees.
    public init(west: Double, south: Double, east: Double, north: Double) {
      (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }
  }

  /// Where a map starts.
  public struct Center: Sendable, Hashable {
    /// Degrees east.
    public var longitude: Double
    /// Degrees north.
    public var latitude: Double
    /// The zoom.
    public var zoom: Int

    /// Makes a starting place from degrees and a zoom.
    public init(longitude: Double, latitude: Double, zoom: Int) {
      (self.longitude, self.latitude, self.zoom) = (longitude, latitude, zoom)
    }
  }

  /// The lowest zoom, 0...31. PMTiles's header states the zooms of the tiles instead, when there are any.
  public var minZoom: Int
  /// The highest zoom, 0...31.
  public var maxZoom: Int
  /// The box of the data.
  public var bounds: Bounds
  /// Where a map starts.
  public var center: Center
  /// The tile set's name.
  public var name: String
  /// What the tile set is.
  public var description: String?
  /// Whom to name on the map; may be read as HTML, so text from input must be escaped.
  public var attribution: String?
  /// The layers, in the order of drawing.
  public var vectorLayers: [VectorLayer] = []
  /// Statistics of the layers' attributes, if wanted.
  public var tilestats: [LayerStatistics]?

  /// Makes a summary without layers.
  public init(name: String, minZoom: Int, maxZoom: Int, bounds: Bounds, center: Center) {
    self.name = name
    self.minZoom = minZoom
    self.maxZoom = maxZoom
    self.bounds = bounds
    self.center = center
  }
}

/// The type of a field or attribute, as TileJSON and MBTiles spell it; what has several types is a string.
public enum FieldType: String, Sendable, Hashable, Codable, CaseIterable {
  /// Numbers.
  case number = "Number"
  /// Booleans.
  case boolean = "Boolean"
  /// Texts, and mixtures.
  case string = "String"
}

/// A layer as `vector_layers` describes it. Source: TileJSON 3.0.0.
public struct VectorLayer: Sendable, Hashable {
  /// The layer's name in the tiles.
  public var id: String
  /// The type of each field by its name.
  public var fields: NamedValues<FieldType>
  /// The lowest zoom with the layer.
  public var minZoom: Int
  /// The highest zoom with the layer.
  public var maxZoom: Int
  /// What the layer is.
  public var description: String?

  /// Makes a description of a layer.
  public init(id: String, fields: NamedValues<FieldType>, minZoom: Int, maxZoom: Int, description: String? = nil) {
    self.id = id
    self.fields = fields
    self.minZoom = minZoom
    self.maxZoom = maxZoom
    self.description = description
  }
}
