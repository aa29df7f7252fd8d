extension BundleManifest {
  /// The model of a layer's circles, and the rules for drawing them. Sizes are radii, in pixels, for tiles whose side
  /// length is `tileSizePixels`.
  ///
  /// Use these rules to draw the complete and exact outline of a circle from its center and radius. The outlines in the
  /// tiles are clipped at the edges of the tiles.
  public struct CircleRules: Sendable, Codable, Hashable {
    /// The circle model, which determines the meaning of a radius: `mapkit`, `geodesic`, or `pixels`.
    ///
    /// With `mapkit`, a circle is a disk on the plane of the map, as drawn by `MKCircle`. The radius in meters is
    /// converted to map points at the scale of the map at the center of the circle. With `geodesic`, a circle contains
    /// every coordinate whose distance from the center, measured on the WGS84 ellipsoid, is at most the radius. With
    /// `pixels`, a circle has the same size at every zoom.
    public var model: String
    /// The side length of a tile, in pixels. All sizes in these rules are for tiles with this side length.
    public var tileSizePixels: Int
    /// The maximum distance between the outlines in the tiles and the true circles, in pixels.
    public var chordErrorPixels: Double
    /// The parts to draw for a circle that is neither hidden nor drawn as a dot: `center`, `ring`, or both.
    public var draw: [String] = []
    /// The circles that are combined into one shape if they overlap: `none`, `all`, or `property`. With `property`,
    /// circles are combined if they have the same value of `dissolveProperty`. The rings of combined circles are not
    /// drawn.
    public var dissolve = CircleDissolving.nothing.rawValue
    /// The name, in the tiles, of the property that defines the classes of circles, or `nil` if there are no classes.
    public var dissolveProperty: String?
    /// The zoom below which circles are hidden, or `nil` if there is no such zoom.
    public var hideBelowZoom: Int?
    /// The radius, in pixels, below which a circle is hidden, or `nil` if there is no such limit.
    public var hideBelowPixels: Double?
    /// The radius, in pixels, above which a circle is hidden, or `nil` if there is no such limit.
    public var hideAbovePixels: Double?
    /// The radius, in pixels, below which a circle that is not hidden is drawn as a dot, or `nil` if there is no such
    /// limit.
    public var dotBelowPixels: Double?

    /// Creates rules with the given model, tile size, and chord error, and without limits or parts to draw.
    public init(model: String, tileSizePixels: Int, chordErrorPixels: Double) {
      self.model = model
      self.tileSizePixels = tileSizePixels
      self.chordErrorPixels = chordErrorPixels
    }
  }
}
