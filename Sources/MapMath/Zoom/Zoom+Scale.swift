extension Zoom {
  /// Creates the zoom that corresponds to the given zoom scale, in screen points per map point. The zoom level is not
  /// rounded.
  public init(scale: Double, tileSize: Double) {
    self.init(level: log2(MapPoint.worldSide / tileSize) + log2(scale), tileSize: tileSize)
  }

  /// The zoom scale, in screen points per map point, as in MapKit. At a scale of 1, the world is 2^28 screen points
  /// wide.
  public var scale: Double { worldSide / MapPoint.worldSide }

  /// Returns the zoom level of the tiles that MapKit draws at the given zoom scale. The level is rounded to the nearest
  /// integer, with halves rounded up, and is at least 0.
  ///
  /// This is the rule that Apple's tile sample code uses.
  ///
  /// - Parameters:
  ///   - scale: The zoom scale, in screen points per map point.
  ///   - tileSize: The length of a tile's side, in screen points.
  public static func tileLevel(scale: Double, tileSize: Double) -> Int {
    let level = log2(MapPoint.worldSide / tileSize).rounded(.towardZero) + (log2(scale) + 0.5).rounded(.down)
    // 2200 is more than the exponents of two doubles can differ; a comparison with NaN fails.
    return level > 0 ? Int(min(level, 2200)) : 0
  }
}
