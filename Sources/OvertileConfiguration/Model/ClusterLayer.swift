import OvertileBundleFormat
import OvertileClustering
import OvertileExpressions

/// How a cluster layer clusters its points.
package struct ClusterLayer: Sendable {
  /// Which points make a cluster, where its marker is, and the zooms at which points are clustered: the layer's first and
  /// those up to one of its zooms, above which every point is single.
  package var options: ClusterOptions
  /// The weight of a feature in priorities and centroids, a whole number; nil for one each. Counts do not change.
  package var weight: FeatureExpression?
  /// The property that points of one cluster share; nil if all points cluster together. `aggregates` ends with its value.
  package var by: Located<String>?
  /// The aggregates over a cluster's members, in the order of the file.
  package var aggregates: [AggregateConfiguration]
  /// Whether lines and polygons become their label point; otherwise they are invalid features.
  package var labelsNonPoints: Bool
  /// The data of members that the bundle keeps.
  package var members: Members

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
}
