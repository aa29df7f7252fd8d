import OvertileExpressions

/// The form of limits on tiles: `{feature: 1000000, layer: 50000000}`.
enum TileLimitsRule {
  private static let largest = 1 << 53

  private static let feature = Key(
    "feature", Rule.integer(1...largest), .standard(1_000_000), shapesBundle: false,
    "The largest number of tiles for one feature; with more it is rejected. The world has 349,525 tiles down to zoom 9."
  )
  private static let layer = Key(
    "layer", Rule.integer(1...largest), .standard(50_000_000), shapesBundle: false,
    "The largest number of tiles for all features together, counting a tile once for each feature in it.")

  static let rule = Rule<LayerConfiguration.TileLimits>.mapping([feature.erased, layer.erased]) {
    (fields, _) throws(Incomplete) in
    LayerConfiguration.TileLimits(feature: try fields(feature), layer: try fields(layer))
  }
}
