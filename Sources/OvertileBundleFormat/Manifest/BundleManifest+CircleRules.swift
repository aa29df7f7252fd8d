extension BundleManifest {
  /// The model of a layer's circles, and the rules for drawing them. Sizes are radii in pixels of a tile with the size
  /// `tileSizePixels`.
  ///
  /// With these rules, an app can draw the complete and exact outline of a circle from its center and radius. The
  /// outlines in tiles are clipped at the tiles' edges.
  public struct CircleRules: Sendable, Codable, Hashable {
    /// The meaning of a radius: `mapkit` (as MKCircle draws it: a disk on the plane of the map whose meters are scaled
    /// at the center), `geodesic` (all coordinates within that many meters on the WGS84 ellipsoid), or `pixels` (the
    /// same size at every zoom).
    public var model: String
    /// The side length in pixels of the tile to which all sizes in pixels refer.
    public var tileSizePixels: Int
    /// The maximum distance between the outlines in the tiles and the true circle, in pixels.
    public var chordErrorPixels: Double
    /// The parts that are drawn if a circle is neither hidden nor a dot: `center`, `ring`, or both.
    public var draw: [String] = []
    /// The circles that become one shape if they overlap: `none`, `all`, or `property` for circles with the same value
    /// of `dissolveProperty`. The rings of these circles are not drawn.
    public var dissolve = CircleDissolving.nothing.rawValue
    /// The name in the tiles of the property that defines the classes of circles.
    public var dissolveProperty: String?
    /// The zoom below which circles are hidden.
    public var hideBelowZoom: Int?
    /// The radius in pixels below which a circle is hidden.
    public var hideBelowPixels: Double?
    /// The radius in pixels above which a circle is hidden.
    public var hideAbovePixels: Double?
    /// The radius in pixels below which a circle is drawn as a dot, unless it is hidden.
    public var dotBelowPixels: Double?

    /// Creates rules without any limits or parts to draw.
    public init(model: String, tileSizePixels: Int, chordErrorPixels: Double) {
      self.model = model
      self.tileSizePixels = tileSizePixels
      self.chordErrorPixels = chordErrorPixels
    }
  }
}
