/// A position in the pixel space of a zoom: screen points east and south of the world's northwestern corner, in
/// double precision.
public struct PixelPoint: Sendable, Hashable, Codable {
  /// Screen points east.
  public var x: Double
  /// Screen points south.
  public var y: Double

  /// Makes a position from screen points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension Zoom {
  /// The pixel of a coordinate: longitude is not wrapped, latitude is clamped to +-85.0511287798066.
  public func pixel(of coordinate: Coordinate) -> PixelPoint {
    pixel(of: MapPoint(unwrapped: coordinate))
  }

  /// The pixel of a map point.
  public func pixel(of point: MapPoint) -> PixelPoint {
    let scale = scale
    return PixelPoint(x: point.x * scale, y: point.y * scale)
  }

  /// The map point of a pixel.
  public func mapPoint(of pixel: PixelPoint) -> MapPoint {
    let scale = scale
    return MapPoint(x: pixel.x / scale, y: pixel.y / scale)
  }

  /// The coordinate of a pixel; nothing wraps.
  public func coordinate(of pixel: PixelPoint) -> Coordinate {
    mapPoint(of: pixel).coordinate
  }
}
