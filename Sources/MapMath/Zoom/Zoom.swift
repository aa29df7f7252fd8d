/// The scale of the world: a level, together with the tile size for which it counts.
///
/// At level z the world is tileSize * 2^z screen points wide. Level 14 with 256-point tiles (Google, OpenStreetMap)
/// is level 13 with 512-point tiles (Mapbox, MapLibre). Levels may be fractions and negative.
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

  /// The level of the same view for another tile size, in screen points.
  public func level(tileSize other: Double) -> Double {
    other == tileSize ? level : level + log2(tileSize / other)
  }

  /// The same view, counted for another tile size in screen points.
  public func converted(toTileSize other: Double) -> Zoom {
    Zoom(level: level(tileSize: other), tileSize: other)
  }

  /// The level for 128-point tiles, which are 256-pixel tiles on a screen with two pixels per point.
  public var z128: Double { level(tileSize: 128) }
  /// The level for 256-point tiles, as Google and OpenStreetMap count.
  public var z256: Double { level(tileSize: 256) }
  /// The level for 512-point tiles, as Mapbox and MapLibre count.
  public var z512: Double { level(tileSize: 512) }

  /// The zoom with its level clamped to a range, for its own tile size.
  public func clamped(to levels: ClosedRange<Double>) -> Zoom {
    Zoom(level: min(max(level, levels.lowerBound), levels.upperBound), tileSize: tileSize)
  }

  /// The tile size in screen points for a tile size in device pixels: 256 pixels are 128 points on a 2x screen.
  public static func tileSize(pixels: Double, screenScale: Double) -> Double { pixels / screenScale }
}
