extension BundleManifest {
  /// What the circles of a layer are and how they are drawn. Sizes are radii in pixels of a tile of `tileSizePixels`.
  ///
  /// With it an app makes a circle's outline itself, whole and exact, from centre and radius; the outlines in tiles are cut
  /// at the tiles' edges.
  public struct CircleRules: Sendable, Codable, Hashable {
    /// What is meant by a radius.
    public enum Model: String, Sendable, Codable {
      /// What MKCircle draws: a disc on the map's plane, its metres scaled at the centre.
      case mapkit
      /// All places within the metres on the WGS84 ellipsoid.
      case geodesic
      /// Pixels, the same at every zoom.
      case pixels
    }

    /// Which circles become one shape where they overlap.
    public enum Dissolve: String, Sendable, Codable {
      /// None.
      case none
      /// All.
      case all
      /// Those with the same value of `dissolveProperty`.
      case property
    }

    /// What is meant by a radius.
    public var model: Model
    /// The side in pixels of the tile in which pixels are measured.
    public var tileSizePixels: Int
    /// How far the outlines in the tiles may lie from the true circle, in pixels.
    public var chordErrorPixels: Double
    /// What is drawn of a circle that is neither hidden nor a dot: `center`, `ring`, or both.
    public var draw: [String] = []
    /// Which circles become one shape; their own rings are then not drawn.
    public var dissolve = Dissolve.none
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
    public init(model: Model, tileSizePixels: Int, chordErrorPixels: Double) {
      self.model = model
      self.tileSizePixels = tileSizePixels
      self.chordErrorPixels = chordErrorPixels
    }
  }
}
