import MapMath

/// The number of tiles that a circle touches, without making them.
extension Circle {
  /// The number of tiles of `tiles(atZoom:scale:)`. O(rows), as there.
  package func tileCount(atZoom zoom: Int, scale: Double = 1) -> Int {
    var count = 0
    forEachTileRun(atZoom: zoom, scale: scale) { count += $0.columns.count }
    return count
  }

  /// An upper estimate of the tiles of a circle of this size at any position; nil near the poles. O(1).
  package func roughTileCount(atZoom zoom: Int, scale: Double = 1) -> Double? {
    let radius: Double
    if case .pixels = model {
      radius = scaledRadius(scale) / tileSize
    } else {
      // The map is largest at the edge of the circle that is nearest to a pole.
      let latitude = abs(center.latitude) + scaledRadius(scale) / Ellipsoid.polarRadius * 180 / .pi * 1.01
      guard latitude < 85 else { return nil }
      let points = scaledRadius(scale) * MapScale.mapPointsPerMeter(latitude: latitude)
      radius = points / MapPoint.worldSide * Double(sign: .plus, exponent: zoom, significand: 1)
    }
    let side = 2 * radius + 1
    return side * min(side, Double(sign: .plus, exponent: zoom, significand: 1))
  }
}
