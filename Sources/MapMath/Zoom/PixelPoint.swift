/// A position in pixel space at some zoom, in screen points from the northwestern corner of the world.
public struct PixelPoint: Sendable, Hashable, Codable {
  /// The distance east of the world's western edge, in screen points.
  public var x: Double
  /// The distance south of the world's northern edge, in screen points.
  public var y: Double

  /// Creates a position from the distances from the western and northern edges of the world, in screen points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension Zoom {
  /// Returns the position of the given coordinate in pixel space. The longitude is not wrapped to -180..<180, and the
  /// latitude is clamped to ±85.0511287798066.
  public func pixel(of coordinate: Coordinate) -> PixelPoint {
    pixel(of: MapPoint(unwrapped: coordinate))
  }

  /// Returns the position of the given map point in pixel space.
  public func pixel(of point: MapPoint) -> PixelPoint {
    let scale = scale
    return PixelPoint(x: point.x * scale, y: point.y * scale)
  }

  /// Returns the map point at the given position in pixel space.
  public func mapPoint(of pixel: PixelPoint) -> MapPoint {
    let scale = scale
    return MapPoint(x: pixel.x / scale, y: pixel.y / scale)
  }

  /// Returns the coordinate at the given position in pixel space. The longitude is not wrapped to -180..<180.
  public func coordinate(of pixel: PixelPoint) -> Coordinate {
    mapPoint(of: pixel).coordinate
  }
}
