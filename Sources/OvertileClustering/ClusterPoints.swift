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
  package init(x: Column<UInt32>, y: Column<UInt32>, weights: Column<UInt64>? = nil) {
    self.x = x
    self.y = y
    self.weights = weights
  }

  /// The number of points.
  package var count: Int { x.count }

  /// Checks that the columns agree. O(n) with weights.
  ///
  /// - Throws: `ClusteringError` for unequal columns, too many points or too large weights.
  package func validate() throws {
    guard x.count == y.count, weights == nil || weights?.count == x.count else {
      let lengths = "\(x.count) x, \(y.count) y" + (weights.map { ", \($0.count) weights" } ?? "")
      throw ClusteringError(.unequalColumns, lengths)
    }
    guard x.count <= Self.maximumCount else {
      throw ClusteringError(
        .tooManyPoints,
        "the number of points, \(x.count), must not exceed \(Self.maximumCount)")
    }
    var sum: UInt64 = 0
    for weight in weights ?? [] {
      let (next, overflow) = sum.addingReportingOverflow(weight)
      guard !overflow, next < 1 << 63 else {
        throw ClusteringError(.weightsTooLarge, "the sum of the weights must be less than 2^63")
      }
      sum = next
    }
  }
}
