extension BundleManifest {
  /// The rules for simplifying the lines and polygons of a layer. Sizes are in pixels at the zoom of each tile, for
  /// tiles whose side length is `tileSizePixels`.
  ///
  /// At the maximum zoom, shapes are not simplified, and their detail is limited only by the size of a tile unit.
  public struct ShapeRules: Sendable, Codable, Hashable {
    /// The simplification method: `coverage`, `topology`, `douglas-peucker`, or `none`. The value can differ from the
    /// method in the configuration. The method `coverage` simplifies all shapes together, so that neighboring shapes
    /// still share their borders.
    public var method: String
    /// The tolerance, in pixels. With the method `coverage`, the tolerance is the maximum Hausdorff distance between a
    /// shape and the simplified shape.
    public var tolerancePixels: Double
    /// The size, in pixels, below which a shape is omitted at a zoom or replaced with a point.
    public var smallerThanPixels: Double
    /// The side length of a tile, in pixels. All sizes in these rules are for tiles with this side length.
    public var tileSizePixels: Int
    /// The treatment of polygons that are too small to draw. The value is `gather` if squares with the same total area
    /// replace some of the polygons, and `nil` otherwise.
    public var small: String?

    /// Creates rules with the given simplification method, tolerance, and sizes.
    public init(method: String, tolerancePixels: Double, smallerThanPixels: Double, tileSizePixels: Int) {
      self.method = method
      self.tolerancePixels = tolerancePixels
      self.smallerThanPixels = smallerThanPixels
      self.tileSizePixels = tileSizePixels
    }
  }
}
