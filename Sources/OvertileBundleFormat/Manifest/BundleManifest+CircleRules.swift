extension BundleManifest {
  /// What the circles of a layer are and how they are drawn. Sizes are radii in pixels of a tile of `tileSizePixels`.
  ///
  /// With it an app makes a circle's outline itself, whole and exact, from center and radius; the outlines in tiles are cut
  /// at the tiles' edges.
  public struct CircleRules: Sendable, Codable, Hashable {
    /// What is meant by a radius: `mapkit` (what MKCircle draws: a disc on the map's plane, its meters scaled at the center),
    /// `geodesic` (all coordinates within the meters on the WGS84 ellipsoid), or `pixels` (the same at every zoom).
    public var model: String
    /// The side in pixels of the tile in which pixels are measured.
    public var tileSizePixels: Int
    /// How far the outlines in the tiles may lie from the true circle, in pixels.
    public var chordErrorPixels: Double
    /// What is drawn of a circle that is neither hidden nor a dot: `center`, `ring`, or both.
    public var draw: [String] = []
    /// Which circles become one shape where they overlap: `none`, `all`, or `property` for those with the same value of
    /// `dissolveProperty`. The rings of those that do are not drawn.
    public var dissolve = CircleDissolving.nothing.rawValue
    /// The property that makes the classes, under its name in the tiles.
    public var dissolveProperty: String?
    /// Hidden at zooms below this one.
    public var hideBelowZoom: Int?
    /// Hidden where the radius is below this many pixels.
    public var hideBelowPixels: Double?
    /// Hidden where the radius is above this many pixels.
    public var hideAbovePixels: Double?
    /// A dot where the radius is below this many pixels, unless hidden.
    public var dotBelowPixels: Double?

    /// Makes rules that hide nothing and draw nothing.
    public init(model: String, tileSizePixels: Int, chordErrorPixels: Double) {
      self.model = model
      self.tileSizePixels = tileSizePixels
      self.chordErrorPixels = chordErrorPixels
    }
  }
}
