import MapMath
import OvertileFeatures

/// A cluster: several points that are one marker at a zoom.
public struct ClusterOverlay: Sendable, Hashable, Identifiable {
  /// The identity; its number identifies the cluster in requests for members.
  public var id: OverlayID
  /// The position of the marker, rounded to a tile unit; longitude in -180..<180.
  public var position: Coordinate
  /// The number of points.
  public var pointCount: Int
  /// The count in a few characters: 999, 1k, 9.9k, 12k, 1.2M.
  public var abbreviatedCount: String
  /// The first zoom at which it has split: the zoom to go to after a tap.
  public var expansionZoom: Int
  /// The box of its points.
  public var bounds: GeographicBounds
  /// The configured aggregates by name; an aggregate without values is missing.
  public var aggregates: NamedValues<PropertyValue>
}

/// A single point of a cluster layer, or a leaf of a cluster.
public struct PointOverlay: Sendable, Hashable, Identifiable {
  /// The identity.
  public var id: OverlayID
  /// The position, rounded to a tile unit, or to 9.3 mm for a leaf. Longitude in -180..<180.
  public var position: Coordinate
  /// The properties of the source.
  public var properties: NamedValues<PropertyValue>

  /// Makes a point.
  public init(id: OverlayID, position: Coordinate, properties: NamedValues<PropertyValue>) {
    self.id = id
    self.position = position
    self.properties = properties
  }
}

/// A box in degrees. Its west is greater than its east if it crosses the antimeridian.
public struct GeographicBounds: Sendable, Hashable {
  /// The western edge, -180...180.
  public var west: Double
  /// The southern edge, -90...90.
  public var south: Double
  /// The eastern edge, -180...180.
  public var east: Double
  /// The northern edge, -90...90.
  public var north: Double

  /// Makes a box; nil unless all are degrees and south is not above north.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90, south <= north else { return nil }
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Reads "[west,south,east,north]", the form in tiles.
  init?(text: String) {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    var numbers = DecimalNumbers(text.dropFirst().dropLast())
    guard let west = numbers.next(), let south = numbers.next(), let east = numbers.next(), let north = numbers.next(),
      numbers.isAtEnd
    else { return nil }
    self.init(west: west, south: south, east: east, north: north)
  }

  /// The box in map points, the target for fitting a camera. It extends beyond 2^28 if it crosses the antimeridian.
  public var mapRect: MapRect {
    let corner = MapPoint(unwrapped: Coordinate(latitude: north, longitude: west))
    let other = MapPoint(
      unwrapped: Coordinate(latitude: south, longitude: west > east ? east + 360 : east))
    return MapRect(minX: corner.x, minY: corner.y, maxX: other.x, maxY: other.y)
  }
}
