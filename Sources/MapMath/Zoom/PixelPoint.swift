/// A position in the pixel space of a zoom, in screen points from the world's northwestern corner.
public struct PixelPoint: Sendable, Hashable, Codable {
  /// The distance to the east, in screen points.
  public var x: Double
  /// The distance to the south, in screen points.
  public var y: Double

  /// Creates a position from its distances in screen points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension Zoom {
  /// Returns the pixel of a coordinate. The longitude is not wrapped; the latitude is clamped to ±85.0511287798066.
  public func pixel(of coordinate: Coordinate) -> PixelPoint {
    pixel(of: MapPoint(unwrapped: coordinate))
  }

  /// Returns the pixel of a map point.
  public func pixel(of point: MapPoint) -> PixelPoint {
    let scale = scale
    return PixelPoint(x: point.x * scale, y: point.y * scale)
  }

  /// Returns the map point of a pixel.
  public func mapPoint(of pixel: PixelPoint) -> MapPoint {
    let scale = scale
    return MapPoint(x: pixel.x / scale, y: pixel.y / scale)
  }

  /// Returns the coordinate of a pixel, without wrapping.
  public func coordinate(of pixel: PixelPoint) -> Coordinate {
    mapPoint(of: pixel).coordinate
  }
}
