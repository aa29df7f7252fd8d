import OvertileCore

/// The points to cluster, in columns and in canonical order.
///
/// The index of a point is its rank: if two points have equal weight, the one with the smaller index comes first. The
/// order must come from the features themselves (ascending stable keys), never from the input's order.
package struct ClusterPoints: Sendable {
  /// The greatest number of points in one hierarchy: 2^31 - 1, so that points and clusters together fit 32-bit indices.
  package static let maximumCount = Int(Int32.max)

  /// Per point: world units east of longitude -180.
  package var x: Column<UInt32>
  /// Per point: world units south of the northern edge.
  package var y: Column<UInt32>
  /// Per point: its weight in fixed point, whose scale does not matter. Nil: every point weighs 1.
  ///
  /// Weights replace counts in priorities and centroids, nowhere else. Zero is allowed; their sum is below 2^63.
  package var weights: Column<UInt64>?

  /// Makes columns.
  ///
  /// - Precondition: the columns have the same length, at most `maximumCount`.
  package init(x: Column<UInt32>, y: Column<UInt32>, weights: Column<UInt64>? = nil) {
    precondition(x.count == y.count && weights?.count ?? x.count == x.count, "columns of one length")
    precondition(x.count <= Self.maximumCount, "too many points")
    self.x = x
    self.y = y
    self.weights = weights
  }

  /// The number of points.
  package var count: Int { x.count }
}
