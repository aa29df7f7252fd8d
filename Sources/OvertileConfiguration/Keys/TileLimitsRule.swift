import OvertileExpressions

/// The form of limits on tiles: `{feature: 1000000, layer: 50000000}`.
enum TileLimitsRule {
  private static let largest = 1 << 53

  private static let feature = Key(
    "feature", Rule.integer(1...largest), .standard(1_000_000), shapesBundle: false,
    "The maximum number of tiles for a single feature; a feature with more is rejected. The whole world has 349,525 "
      + "tiles from zoom 0 to zoom 9."
  )
  private static let layer = Key(
    "layer", Rule.integer(1...largest), .standard(50_000_000), shapesBundle: false,
    "The maximum number of tiles for all features together; a tile counts once for each feature in it.")

  static let rule = Rule<LayerConfiguration.TileLimits>.mapping([feature, layer]) { fields, _ in
    LayerConfiguration.TileLimits(feature: try fields(feature), layer: try fields(layer))
  }
}
