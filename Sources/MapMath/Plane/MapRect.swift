/// A rectangle on the plane, in map points.
///
/// All four edges belong to the rectangle. If it extends below x = 0 or beyond 2^28, it crosses the antimeridian;
/// nothing wraps automatically. The width and the height are not negative.
public struct MapRect: Sendable, Hashable, Codable {
  /// The northwestern corner.
  public var origin: MapPoint
  /// The width in map points, to the east of the origin.
  public var width: Double
  /// The height in map points, to the south of the origin.
  public var height: Double

  /// The whole world, with rows 0...2^28.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)
  /// The null rectangle, which has an infinite origin, as in MapKit.
  ///
  /// It contains nothing, and it has no effect in a union. JSON has no infinite numbers, so encode an optional
  /// rectangle instead.
  public static let null = MapRect(origin: MapPoint(x: .infinity, y: .infinity), size: .zero)

  /// Creates a rectangle from its northwestern corner and its size in map points.
  public init(origin: MapPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its northwestern corner and its size.
  public init(origin: MapPoint, size: MapSize) {
    self.init(origin: origin, width: size.width, height: size.height)
  }

  /// Creates a rectangle from its northwestern corner and its size in map points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MapPoint(x: x, y: y), width: width, height: height)
  }

  /// Creates a rectangle from its four edges in map points.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// Creates a rectangle from its center and its size.
  public init(center: MapPoint, size: MapSize) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The width and the height.
  public var size: MapSize {
    get { MapSize(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// The western edge.
  public var minX: Double { origin.x }
  /// The northern edge.
  public var minY: Double { origin.y }
  /// The eastern edge.
  public var maxX: Double { origin.x + width }
  /// The southern edge.
  public var maxY: Double { origin.y + height }
  /// The x coordinate of the center.
  public var midX: Double { origin.x + width / 2 }
  /// The y coordinate of the center on the plane, which is not at the mean latitude.
  public var midY: Double { origin.y + height / 2 }
  /// The center on the plane.
  public var center: MapPoint { MapPoint(x: midX, y: midY) }

  /// Whether this is the null rectangle, which has an infinite origin.
  public var isNull: Bool { origin.x.isInfinite || origin.y.isInfinite }
  /// Whether the rectangle is null or a single point. A rectangle with one side of zero is a line, which is not empty.
  public var isEmpty: Bool { isNull || (width == 0 && height == 0) }

  /// Returns whether a point lies inside the rectangle or on an edge. A rectangle of size zero contains its own origin.
  ///
  /// As in MapKit, a point on a different copy of the world is outside. See `contains(wrapped:)`.
  public func contains(_ point: MapPoint) -> Bool {
    !isNull && point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Returns whether another rectangle lies inside this one, edges included. The null rectangle contains nothing and
  /// lies in nothing.
  ///
  /// As in MapKit, copies of the world are separate. See `contains(wrapped:)`.
  public func contains(_ other: MapRect) -> Bool {
    guard !isNull, !other.isNull else { return false }
    return other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Returns whether the rectangles share at least one point. A shared edge is enough.
  ///
  /// As in MapKit, copies of the world are separate. See `intersects(wrapped:)`.
  public func intersects(_ other: MapRect) -> Bool { !intersection(other).isNull }
}
