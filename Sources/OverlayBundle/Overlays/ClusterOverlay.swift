import MapMath
import OvertileCore

/// A group of points that are shown as a single marker at a given zoom.
public struct ClusterOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the cluster. To request the members of the cluster, use the `number` property of this identity.
  public var id: OverlayID
  /// The position of the marker, accurate to a tile unit, with a longitude in -180..<180.
  public var position: Coordinate
  /// The number of points in the cluster.
  public var pointCount: Int
  /// The number of points in abbreviated form, such as 999, 1k, 9.9k, 12k, or 1.2M.
  public var abbreviatedCount: String
  /// The first zoom at which the cluster is split. When the user taps the cluster, zoom the map to this level.
  public var expansionZoom: Int
  /// The bounds of the points in the cluster.
  public var bounds: GeographicBounds
  /// The values of the configured aggregates, by name. Aggregates without a value are omitted.
  public var aggregates: NamedValues<PropertyValue>
}

/// A single point in a cluster layer, or a leaf of a cluster.
public struct PointOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the point.
  public var id: OverlayID
  /// The position of the point, with a longitude in -180..<180. The position is accurate to a tile unit if the point
  /// was read from a tile, and to 9.3 mm if the point is a leaf.
  public var position: Coordinate
  /// The properties of the source feature.
  public var properties: NamedValues<PropertyValue>

  /// Creates a point with the given identity, position, and properties.
  public init(id: OverlayID, position: Coordinate, properties: NamedValues<PropertyValue>) {
    self.id = id
    self.position = position
    self.properties = properties
  }
}
