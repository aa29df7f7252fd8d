import MapMath

/// A position that has no longitude and latitude, and the reason.
package struct PointFailure: Sendable, Equatable {
  /// The position's index in the batch.
  package let index: Int
  /// The failure in words; PROJ's own words if PROJ rejected the position.
  package let reason: String
  /// For a latitude beyond 90 by one degree at most: the position on the pole that may be meant.
  package var nearest: Coordinate?
}

/// The result for a batch of positions.
package struct ReprojectionOutcome: Sendable, Equatable {
  /// Positions that failed, by ascending index.
  package var failures: [PointFailure] = []
  /// The number of longitudes beyond 180 degrees, up to 360.
  package var longitudesBeyond180 = 0
  /// The number of positions outside the area of use of the operation.
  package var outsideAreaOfUse = 0

  /// Makes the outcome of an empty batch.
  package init() {}
}

extension PointFailure {
  /// The end of a reason if numbers are too large for degrees.
  package static let projectionHint = "; is the data in a projected coordinate reference system?"
}
