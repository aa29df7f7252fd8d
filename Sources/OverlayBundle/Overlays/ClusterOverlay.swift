import MapMath
import OvertileCore

/// A cluster: several points that are one marker at a zoom.
public struct ClusterOverlay: Sendable, Hashable, Identifiable {
  /// The identity; its number identifies the cluster in requests for members.
  public var id: OverlayID
  /// The position of the marker, to the tile's unit; longitude in -180..<180.
  public var position: Coordinate
  /// The number of points.
  public var pointCount: Int
  /// The count in a few characters: 999, 1k, 9.9k, 12k, 1.2M.
  public var abbreviatedCount: String
  /// The first zoom at which it is split: the zoom for a tap on it.
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
  /// The position; from a tile to the tile's unit, as a leaf to 9.3 mm. Longitude in -180..<180.
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
