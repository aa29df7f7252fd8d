import MapMath
import OvertileCore

/// A cluster: several points that are shown as one marker at a zoom.
public struct ClusterOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the cluster. Its number identifies the cluster in requests for members.
  public var id: OverlayID
  /// The position of the marker, accurate to a tile unit. The longitude is in -180..<180.
  public var position: Coordinate
  /// The number of points in the cluster.
  public var pointCount: Int
  /// The abbreviated number of points, such as 999, 1k, 9.9k, 12k or 1.2M.
  public var abbreviatedCount: String
  /// The first zoom at which the cluster is split. A map can move to it when the cluster is tapped.
  public var expansionZoom: Int
  /// The bounds of the points in the cluster.
  public var bounds: GeographicBounds
  /// The configured aggregates by name. An aggregate without values is missing.
  public var aggregates: NamedValues<PropertyValue>
}

/// A single point of a cluster layer, or a leaf of a cluster.
public struct PointOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the point.
  public var id: OverlayID
  /// The position, accurate to a tile unit if it was read from a tile, and to 9.3 mm if it is a leaf. The longitude is
  /// in -180..<180.
  public var position: Coordinate
  /// The properties of the source feature.
  public var properties: NamedValues<PropertyValue>

  /// Creates a point.
  public init(id: OverlayID, position: Coordinate, properties: NamedValues<PropertyValue>) {
    self.id = id
    self.position = position
    self.properties = properties
  }
}
