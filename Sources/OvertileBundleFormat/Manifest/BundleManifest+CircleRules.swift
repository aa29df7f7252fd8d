extension BundleManifest {
  /// The model of a layer's circles, and the rules for drawing them. Sizes are radii, in pixels of a tile with the size
  /// `tileSizePixels`.
  ///
  /// Use these rules to draw the complete and exact outline of a circle from its center and radius. The outlines in
  /// tiles are clipped at the edges of the tiles.
  public struct CircleRules: Sendable, Codable, Hashable {
    /// The circle model, which determines the meaning of a radius: `mapkit`, `geodesic`, or `pixels`.
    ///
    /// With `mapkit`, a circle is a disk on the plane of the map, as drawn by `MKCircle`, and its radius in meters is
    /// converted at the scale of the map at its center. With `geodesic`, a circle contains all coordinates within its
    /// radius in meters on the WGS84 ellipsoid. With `pixels`, a circle has the same size at every zoom.
    public var model: String
    /// The side length, in pixels, of the tile to which all sizes in pixels refer.
    public var tileSizePixels: Int
    /// The maximum distance between the outlines in the tiles and the true circles, in pixels.
    public var chordErrorPixels: Double
    /// The parts to draw for a circle that is neither hidden nor a dot: `center`, `ring`, or both.
    public var draw: [String] = []
    /// The circles that are combined into one shape if they overlap: `none`, `all`, or `property`. With `property`,
    /// circles are combined if they have the same value of `dissolveProperty`. The rings of combined circles are not
    /// drawn.
    public var dissolve = CircleDissolving.nothing.rawValue
    /// The name, in the tiles, of the property that defines the classes of circles, or `nil` if no property defines
    /// classes.
    public var dissolveProperty: String?
    /// The zoom below which circles are hidden, or `nil` if there is no such limit.
    public var hideBelowZoom: Int?
    /// The radius, in pixels, below which a circle is hidden, or `nil` if there is no such limit.
    public var hideBelowPixels: Double?
    /// The radius, in pixels, above which a circle is hidden, or `nil` if there is no such limit.
    public var hideAbovePixels: Double?
    /// The radius, in pixels, below which a circle is drawn as a dot unless it is hidden, or `nil` if there is no such
    /// limit.
    public var dotBelowPixels: Double?

    /// Creates rules with the given model and without any limits or parts to draw.
    public init(model: String, tileSizePixels: Int, chordErrorPixels: Double) {
      self.model = model
      self.tileSizePixels = tileSizePixels
      self.chordErrorPixels = chordErrorPixels
    }
  }
}
