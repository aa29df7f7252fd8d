extension BundleManifest {
  /// How the lines and polygons of a layer were simplified. At the last zoom nothing is simplified; only the tiles'
  /// grid loses detail there.
  ///
  /// Sizes are in pixels of a tile of `tileSizePixels`, at the zoom of the tile.
  public struct ShapeRules: Sendable, Codable, Hashable {
    /// The way of simplifying: `coverage` (all shapes together, so that borders that they share stay shared),
    /// `topology`, `douglas-peucker` or `none`. It may differ from the configured one.
    public var method: String
    /// The tolerance; with `coverage` the greatest distance between a shape and its simplification, both ways.
    public var tolerancePixels: Double
    /// The size below which a shape is left out of a zoom, or becomes a point.
    public var smallerThanPixels: Double
    /// The side in pixels of the tile in which pixels are measured.
    public var tileSizePixels: Int
    /// `gather` if some of the polygons that are too small are squares with the area of all of them; nil otherwise.
    public var small: String?

    /// Makes the rules.
    public init(method: String, tolerancePixels: Double, smallerThanPixels: Double, tileSizePixels: Int) {
      self.method = method
      self.tolerancePixels = tolerancePixels
      self.smallerThanPixels = smallerThanPixels
      self.tileSizePixels = tileSizePixels
    }
  }
}
