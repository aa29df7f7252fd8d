import OvertileBundleFormat

/// What two zooms of a layer, whose shapes were simplified together, must have in common; in tile units.
struct ShapeDetail: Sendable {
  /// Tile units along a side, and beyond each side.
  let extent: Int
  let buffer: Int
  /// The tolerance of the simplification.
  let tolerance: Double
  /// The size below which parts may be left out.
  let smallest: Double

  /// The rules of a layer; nil if its shapes were simplified one by one, or not as far as the manifest says.
  init?(_ layer: BundleManifest.Layer, extent: Int, buffer: Int) {
    guard let rules = layer.shape, rules.methodName == .coverage, rules.tileSizePixels > 0,
      rules.tolerancePixels >= 0, rules.smallerThanPixels >= 0
    else { return nil }
    let unitsPerPixel = Double(extent) / Double(rules.tileSizePixels)
    (self.extent, self.buffer) = (extent, buffer)
    tolerance = rules.tolerancePixels * unitsPerPixel
    smallest = rules.smallerThanPixels * unitsPerPixel
  }
}
