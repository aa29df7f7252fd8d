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
    /// The most that the outlines in the tiles may deviate from the true circle, in pixels.
    public var chordErrorPixels: Double
    /// The parts drawn of a circle that is neither hidden nor a dot: `center`, `ring`, or both.
    public var draw: [String] = []
    /// The circles that become one shape if they overlap: `none`, `all`, or `property` for those with the same value of
    /// `dissolveProperty`. Their own rings are not drawn.
    public var dissolve = CircleDissolving.nothing.rawValue
    /// The property that makes the classes, by its name in the tiles.
    public var dissolveProperty: String?
    /// Hidden at zooms below this one.
    public var hideBelowZoom: Int?
    /// Hidden if the radius is below this many pixels.
    public var hideBelowPixels: Double?
    /// Hidden if the radius is above this many pixels.
    public var hideAbovePixels: Double?
    /// A dot if the radius is below this many pixels, unless hidden.
    public var dotBelowPixels: Double?

    /// Makes rules that hide nothing and draw nothing.
    public init(model: String, tileSizePixels: Int, chordErrorPixels: Double) {
      self.model = model
      self.tileSizePixels = tileSizePixels
      self.chordErrorPixels = chordErrorPixels
    }
  }
}
