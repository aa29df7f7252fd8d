/// A rectangle in map points.
///
/// Closed: it holds all four edges. If it extends below x 0 or beyond 2^28, it crosses the antimeridian; nothing
/// wraps by itself. Widths and heights are not negative.
public struct MapRect: Sendable, Hashable, Codable {
  /// The north-western corner.
  public var origin: MapPoint
  /// The width, eastward.
  public var width: Double
  /// The height, southward.
  public var height: Double

  /// The whole world, rows 0...2^28.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)
  /// The null rectangle, with an infinite origin, as in MapKit: the neutral element of unions.
  ///
  /// It contains nothing. JSON has no infinite numbers, so encode an optional.
  public static let null = MapRect(origin: MapPoint(x: .infinity, y: .infinity), size: .zero)

  /// Makes a rectangle from its north-western corner and its size in map points.
  public init(origin: MapPoint, width: Double, height: Double) {
    self.origin = origin
    self.width = width
    self.height = height
  }

  /// Makes a rectangle from its north-western corner and its size.
  public init(origin: MapPoint, size: MapSize) {
    self.init(origin: origin, width: size.width, height: size.height)
  }

  /// Makes a rectangle from numbers in map points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MapPoint(x: x, y: y), width: width, height: height)
  }

  /// Makes the rectangle between two edges on each axis, in map points.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// Makes a rectangle around a point.
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
  /// The middle between west and east.
  public var midX: Double { origin.x + width / 2 }
  /// The middle between north and south, on the plane: not the middle latitude.
  public var midY: Double { origin.y + height / 2 }
  /// The middle on the plane.
  public var center: MapPoint { MapPoint(x: midX, y: midY) }

  /// Whether this is the null rectangle: an infinite origin.
  public var isNull: Bool { origin.x.isInfinite || origin.y.isInfinite }
  /// Whether it is null or a single point. A rectangle with one side of zero is a line and not empty.
  public var isEmpty: Bool { isNull || (width == 0 && height == 0) }

  /// Whether a point lies inside or on an edge. A rectangle of size zero holds its own origin.
  ///
  /// On the plane, as in MapKit: a point on another copy of the world is outside. See `contains(wrapped:)`.
  public func contains(_ point: MapPoint) -> Bool {
    !isNull && point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Whether another rectangle lies inside, edges included. Null holds nothing and lies in nothing.
  ///
  /// On the plane, as in MapKit: copies of the world are separate. See `contains(wrapped:)`.
  public func contains(_ other: MapRect) -> Bool {
    guard !isNull, !other.isNull else { return false }
    return other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether both share at least a point. Rectangles that share only an edge do.
  ///
  /// On the plane, as in MapKit: copies of the world are separate. See `intersects(wrapped:)`.
  public func intersects(_ other: MapRect) -> Bool { !intersection(other).isNull }
}
