import MapMath

/// A geographic box that is bounded by two longitudes and two latitudes. If the box crosses the antimeridian, `west` is
/// greater than `east`.
public struct GeographicBounds: Sendable, Hashable {
  /// The longitude of the western edge, in degrees, in the range -180...180.
  public var west: Double
  /// The latitude of the southern edge, in degrees, in the range -90...90.
  public var south: Double
  /// The longitude of the eastern edge, in degrees, in the range -180...180.
  public var east: Double
  /// The latitude of the northern edge, in degrees, in the range -90...90.
  public var north: Double

  /// Creates a box from the given longitudes and latitudes of the edges, in degrees. Returns `nil` if a number is not
  /// finite, or if `south` is greater than `north`.
  ///
  /// Longitudes are wrapped to the range -180...180, and latitudes are clamped to the range -90...90. A box that is at
  /// least 360 degrees wide covers the whole world. The web library applies the same rules.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard west.isFinite, east.isFinite, south.isFinite, north.isFinite, south <= north else { return nil }
    (self.west, self.east) = (west, east)
    if abs(west) > 180 || abs(east) > 180 {
      let width = east - west >= 360 ? 360 : Longitude.wrapped(east - west - 180) + 180
      self.west = width == 360 ? -180 : Longitude.wrapped(west)
      self.east = self.west + width > 180 ? self.west + width - 360 : self.west + width
    }
    (self.south, self.north) = (min(max(south, -90), 90), min(max(north, -90), 90))
  }

  /// Reads "[west,south,east,north]", the form in tiles.
  init?(text: String) {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let words = text.utf8.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard words.count == 4, let box = DegreeBox(words.compactMap { Double(Substring($0)) }) else { return nil }
    self.init(west: box.west, south: box.south, east: box.east, north: box.north)
  }

  /// The box as a rectangle in map points. Use this rectangle, for example, to fit a camera to the box. If the box
  /// crosses the antimeridian, the rectangle extends east beyond 2^28.
  public var mapRect: MapRect { mapRect(from: south, to: north) }

  /// The rectangle of some latitudes and of the longitudes, with some degrees more on each side.
  private func mapRect(from south: Double, to north: Double, slack: Double = 0) -> MapRect {
    let corner = MapPoint(unwrapped: Coordinate(latitude: north + slack, longitude: west - slack))
    let other = MapPoint(
      unwrapped: Coordinate(latitude: south - slack, longitude: (west > east ? east + 360 : east) + slack))
    return MapRect(minX: corner.x, minY: corner.y, maxX: other.x, maxY: other.y)
  }

  /// The last latitude of the map: what lies beyond it lies on it.
  private static let edge = 85.0511
  /// Half of the last decimal of GeoJSON's positions, and more than the rounding of longitudes that wrap.
  private static let slack = 0.51e-7

  /// The box with its borders, in map points, for positions with seven decimals.
  var closedMapRect: MapRect {
    let (low, high) = (min(max(south, -Self.edge), Self.edge), min(max(north, -Self.edge), Self.edge))
    let rect = mapRect(from: low, to: high, slack: Self.slack)
    return MapRect(
      minX: rect.minX, minY: high == Self.edge ? -1 : rect.minY, maxX: rect.maxX,
      maxY: low == -Self.edge ? MapPoint.worldSide + 1 : rect.maxY)
  }
}
