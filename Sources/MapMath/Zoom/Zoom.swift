import OvertilePlatform

/// The scale of the world: a level together with the size of the tiles that it counts.
///
/// At a level z the world is tileSize * 2^z screen points wide. The same view is one level apart for tiles of half the
/// size: 14 with 256-point tiles (Google, OpenStreetMap) is 13 with 512-point ones (Mapbox, MapLibre) and 15 with
/// 128-point ones. Levels need not be whole and may be negative.
public struct Zoom: Sendable, Hashable, Codable {
  /// The level.
  public var level: Double
  /// The side of a tile in screen points, above 0.
  public var tileSize: Double

  /// Makes a zoom from a level and the side of its tiles in screen points.
  public init(level: Double, tileSize: Double) {
    self.level = level
    self.tileSize = tileSize
  }

  /// Makes the zoom at which the world is a number of screen points wide. Exact, not rounded.
  public init(worldSide: Double, tileSize: Double) {
    self.init(level: log2(worldSide / tileSize), tileSize: tileSize)
  }

  /// The width of the world in screen points.
  public var worldSide: Double { tileSize * exp2(level) }

  /// The level of the same view for tiles of another side in screen points.
  public func level(tileSize other: Double) -> Double {
    other == tileSize ? level : level + log2(tileSize / other)
  }

  /// The same view counted in tiles of another side in screen points.
  public func converted(toTileSize other: Double) -> Zoom {
    Zoom(level: level(tileSize: other), tileSize: other)
  }

  /// The level for 128-point tiles: 256-pixel tiles on a screen of two pixels a point.
  public var z128: Double { level(tileSize: 128) }
  /// The level for 256-point tiles, as Google and OpenStreetMap count.
  public var z256: Double { level(tileSize: 256) }
  /// The level for 512-point tiles, as Mapbox and MapLibre count.
  public var z512: Double { level(tileSize: 512) }

  /// The zoom with its level, for its own tile size, within a range.
  public func clamped(to levels: ClosedRange<Double>) -> Zoom {
    Zoom(level: min(max(level, levels.lowerBound), levels.upperBound), tileSize: tileSize)
  }

  /// The side in screen points of tiles whose side is known in device pixels: 256 pixels are 128 points on a 2x screen.
  public static func tileSize(pixels: Double, screenScale: Double) -> Double { pixels / screenScale }
}
