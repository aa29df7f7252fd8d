import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// How a cluster layer clusters its points.
package struct ClusterLayer: Sendable {
  /// The radius in pixels of a tile, above 0.
  package var radiusPixels: Double
  /// The side of that tile in pixels, 1...65536.
  package var tileSizePixels: Int
  /// The smallest number of points that make a cluster, at least 2.
  package var minPoints: Int
  /// The position of a cluster's marker.
  package var position: MarkerPosition
  /// The weight of a feature in priorities and centroids, a whole number; nil for one each. Counts do not change.
  package var weight: FeatureExpression?
  /// The property that points of one cluster share; nil if all points cluster together. `aggregates` ends with its value.
  package var by: Located<String>?
  /// The aggregates over a cluster's members, in the order of the file.
  package var aggregates: [AggregateConfiguration]
  /// How lines and polygons are treated.
  package var nonPoints: NonPoints
  /// The data of members that the bundle keeps.
  package var members: Members
  /// The last zoom at which points are clustered, within the layer's zooms; above it every point is single.
  package var maxZoom: Int

  /// How lines and polygons are treated in a cluster layer.
  package enum NonPoints: String, Sendable, CaseIterable {
    /// They are invalid features.
    case error
    /// They become their label point.
    case label
  }

  /// The data of clusters' members that the bundle keeps.
  package enum Members: String, Sendable, CaseIterable {
    /// Ids and properties.
    case full
    /// Ids only.
    case ids
    /// No data.
    case none
  }
}

/// A value computed over the members of a cluster.
package struct AggregateConfiguration: Sendable {
  /// The property's name in the tiles.
  package var name: Located<String>
  /// The operation on the members' values.
  package var operation: AggregateOperation
  /// The most distinct values that are kept, for the operation of that name.
  package var cap: Int
  /// A member's value.
  package var expression: FeatureExpression
  /// The step to whose multiples sums and means are rounded; nil if they are not.
  package var round: Double?
  /// The key below the layer.
  package var role: String
}
