extension BundleManifest {
  /// The model of a layer's circles and how they are drawn. Sizes are radii in pixels of a tile of `tileSizePixels`.
  ///
  /// With these an app makes a circle's outline itself, whole and exact, from center and radius; the outlines in tiles
  /// are clipped at the tiles' edges.
  public struct CircleRules: Sendable, Codable, Hashable {
    /// The meaning of a radius: `mapkit` (as MKCircle draws it: a disc on the map's plane, its meters scaled at the
    /// center), `geodesic` (all coordinates within the meters on the WGS84 ellipsoid), or `pixels` (the same at every
    /// zoom).
    public var model: String
    /// The side in pixels of the tile in which pixels are measured.
    public var tileSizePixels: Int
    /// The largest distance between the outlines in the tiles and the true circle, in pixels.
    public var chordErrorPixels: Double
    /// The parts drawn of a circle that is neither hidden nor a dot: `center`, `ring`, or both.
    public var draw: [String] = []
    /// Which circles become one shape if they overlap: `none`, `all`, or `property` for those with the same value of
    /// `dissolveProperty`. Their own rings are not drawn.
    public var dissolve = CircleDissolving.nothing.rawValue
    /// The name, in the tiles, of the property that defines the classes.
    public var dissolveProperty: String?
    /// Circles are hidden at zooms below this one.
    public var hideBelowZoom: Int?
    /// A circle is hidden if its radius is below this many pixels.
    public var hideBelowPixels: Double?
    /// A circle is hidden if its radius is above this many pixels.
    public var hideAbovePixels: Double?
    /// A circle is a dot if its radius is below this many pixels, unless it is hidden.
    public var dotBelowPixels: Double?

    /// Makes rules without any limits or parts to draw.
    public init(model: String, tileSizePixels: Int, chordErrorPixels: Double) {
      self.model = model
      self.tileSizePixels = tileSizePixels
      self.chordErrorPixels = chordErrorPixels
    }
  }
}
