/// The scale of a map, given by a zoom level and a tile size.
///
/// The world is `tileSize` * 2^`level` screen points wide. Level 14 with 256-point tiles, as in Google Maps and
/// OpenStreetMap, corresponds to level 13 with 512-point tiles, as in Mapbox and MapLibre. Levels may be fractional or
/// negative.
public struct Zoom: Sendable, Hashable, Codable {
  /// The zoom level for tiles whose sides are `tileSize` screen points long.
  public var level: Double
  /// The length of a tile's side, in screen points. The length must be greater than 0.
  public var tileSize: Double

  /// Creates a zoom from a zoom level and a tile size, in screen points.
  public init(level: Double, tileSize: Double) {
    self.level = level
    self.tileSize = tileSize
  }

  /// Creates the zoom at which the world has the given width, in screen points. The zoom level is not rounded.
  public init(worldSide: Double, tileSize: Double) {
    self.init(level: log2(worldSide / tileSize), tileSize: tileSize)
  }

  /// The width of the world, in screen points.
  public var worldSide: Double { tileSize * exp2(level) }

  /// Returns the equivalent zoom level for tiles of the given size, in screen points. The width of the world stays the
  /// same.
  public func level(tileSize other: Double) -> Double {
    other == tileSize ? level : level + log2(tileSize / other)
  }

  /// Returns the equivalent zoom for tiles of the given size, in screen points. The width of the world stays the same.
  public func converted(toTileSize other: Double) -> Zoom {
    Zoom(level: level(tileSize: other), tileSize: other)
  }

  /// The zoom level for 128-point tiles, which are 256-pixel tiles on a screen with two pixels per point.
  public var z128: Double { level(tileSize: 128) }
  /// The zoom level for 256-point tiles, as in Google Maps and OpenStreetMap.
  public var z256: Double { level(tileSize: 256) }
  /// The zoom level for 512-point tiles, as in Mapbox and MapLibre.
  public var z512: Double { level(tileSize: 512) }

  /// Returns the zoom with the level clamped to the given range. The range applies to levels for the tile size of this
  /// zoom.
  public func clamped(to levels: ClosedRange<Double>) -> Zoom {
    Zoom(level: min(max(level, levels.lowerBound), levels.upperBound), tileSize: tileSize)
  }

  /// Returns the tile size, in screen points, that corresponds to the given tile size in device pixels. For example, a
  /// size of 256 pixels is 128 points on a 2x screen.
  public static func tileSize(pixels: Double, screenScale: Double) -> Double { pixels / screenScale }
}
