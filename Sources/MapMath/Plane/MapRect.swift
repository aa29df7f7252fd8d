/// A rectangle on the plane, in map points.
///
/// All four edges belong to the rectangle. A rectangle that crosses the antimeridian extends below x = 0 or beyond x =
/// 2^28, and it is not wrapped automatically. The width and the height must not be negative.
public struct MapRect: Sendable, Hashable, Codable {
  /// The northwestern corner of the rectangle.
  public var origin: MapPoint
  /// The width of the rectangle, in map points, measured eastward from the origin.
  public var width: Double
  /// The height of the rectangle, in map points, measured southward from the origin.
  public var height: Double

  /// The rectangle of the whole world, with edges at 0 and 2^28 on both axes.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)
  /// The null rectangle, which has an infinite origin, as in MapKit.
  ///
  /// The null rectangle contains no points and has no effect in a union. JSON has no infinite numbers, so encode an
  /// optional rectangle instead.
  public static let null = MapRect(origin: MapPoint(x: .infinity, y: .infinity), size: .zero)

  /// Creates a rectangle from a northwestern corner, a width, and a height, in map points.
  public init(origin: MapPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from a northwestern corner and a size.
  public init(origin: MapPoint, size: MapSize) {
    self.init(origin: origin, width: size.width, height: size.height)
  }

  /// Creates a rectangle from the coordinates of the northwestern corner, the width, and the height, in map points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MapPoint(x: x, y: y), width: width, height: height)
  }

  /// Creates a rectangle from the positions of the four edges, in map points.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// Creates a rectangle from a center and a size.
  public init(center: MapPoint, size: MapSize) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The width and the height of the rectangle, in map points.
  public var size: MapSize {
    get { MapSize(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// The x coordinate of the western edge, in map points.
  public var minX: Double { origin.x }
  /// The y coordinate of the northern edge, in map points.
  public var minY: Double { origin.y }
  /// The x coordinate of the eastern edge, in map points.
  public var maxX: Double { origin.x + width }
  /// The y coordinate of the southern edge, in map points.
  public var maxY: Double { origin.y + height }
  /// The x coordinate of the center, in map points.
  public var midX: Double { origin.x + width / 2 }
  /// The y coordinate of the center on the plane, in map points. The center on the plane is not at the mean latitude.
  public var midY: Double { origin.y + height / 2 }
  /// The center of the rectangle on the plane.
  public var center: MapPoint { MapPoint(x: midX, y: midY) }

  /// Whether this is the null rectangle, which has an infinite origin.
  public var isNull: Bool { origin.x.isInfinite || origin.y.isInfinite }
  /// Whether the rectangle is null or a single point. A rectangle with only one side of length zero is a line, which is
  /// not empty.
  public var isEmpty: Bool { isNull || (width == 0 && height == 0) }

  /// Returns whether the given point is inside the rectangle or on an edge. A rectangle of size zero contains only the
  /// origin.
  ///
  /// As in MapKit, a point on a different copy of the world is outside. To include copies, use `contains(wrapped:)`.
  public func contains(_ point: MapPoint) -> Bool {
    !isNull && point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Returns whether this rectangle contains the given rectangle. The edges may coincide. The null rectangle neither
  /// contains a rectangle nor is contained in one.
  ///
  /// As in MapKit, copies of the world are separate. To include copies, use `contains(wrapped:)`.
  public func contains(_ other: MapRect) -> Bool {
    guard !isNull, !other.isNull else { return false }
    return other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Returns whether this rectangle shares at least one point with the given rectangle. A shared edge is enough.
  ///
  /// As in MapKit, copies of the world are separate. To include copies, use `intersects(wrapped:)`.
  public func intersects(_ other: MapRect) -> Bool { !intersection(other).isNull }
}
