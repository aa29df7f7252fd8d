extension BundleManifest {
  /// The rules for simplifying the lines and polygons of a layer. At the maximum zoom nothing is simplified; only the
  /// tile grid limits the detail there.
  ///
  /// Sizes are in pixels of a tile with the size `tileSizePixels`, at the zoom of the tile.
  public struct ShapeRules: Sendable, Codable, Hashable {
    /// The simplification method: `coverage` (all shapes together, so that shared borders stay shared), `topology`,
    /// `douglas-peucker` or `none`. It may differ from the configured method.
    public var method: String
    /// The tolerance in pixels. With `coverage`, it is the maximum distance between a shape and its simplification, in
    /// both directions.
    public var tolerancePixels: Double
    /// The size in pixels below which a shape is omitted at a zoom, or becomes a point.
    public var smallerThanPixels: Double
    /// The side length in pixels of the tile to which all sizes in pixels refer.
    public var tileSizePixels: Int
    /// The treatment of polygons that are too small: `gather` if squares with the same total area replace some of them;
    /// nil otherwise.
    public var small: String?

    /// Creates the rules.
    public init(method: String, tolerancePixels: Double, smallerThanPixels: Double, tileSizePixels: Int) {
      self.method = method
      self.tolerancePixels = tolerancePixels
      self.smallerThanPixels = smallerThanPixels
      self.tileSizePixels = tileSizePixels
    }
  }
}
