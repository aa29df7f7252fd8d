extension Zoom {
  /// Makes the zoom of a zoom scale (screen points per map point). Exact, not rounded.
  public init(scale: Double, tileSize: Double) {
    self.init(level: log2(MapPoint.worldSide / tileSize) + log2(scale), tileSize: tileSize)
  }

  /// Screen points per map point, MapKit's zoom scale. At 1 the world is 2^28 points wide.
  public var scale: Double { worldSide / MapPoint.worldSide }

  /// The level of the tiles that MapKit draws at a zoom scale, rounded half up and never below 0.
  ///
  /// Source: the rule of Apple's tile sample.
  ///
  /// - Parameters:
  ///   - scale: screen points per map point.
  ///   - tileSize: the side of a tile in screen points.
  public static func tileLevel(scale: Double, tileSize: Double) -> Int {
    let level = log2(MapPoint.worldSide / tileSize).rounded(.towardZero) + (log2(scale) + 0.5).rounded(.down)
    // 2200 is more than the exponents of two doubles can differ; a comparison with NaN fails.
    return level > 0 ? Int(min(level, 2200)) : 0
  }
}
