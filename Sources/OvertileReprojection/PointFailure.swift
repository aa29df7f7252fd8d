import MapMath

/// A position that has no longitude and latitude, and why.
package struct PointFailure: Sendable, Equatable {
  /// What is wrong; stable names for the ledger.
  package enum Code: String, Sendable, Codable {
    /// The position is not two finite numbers.
    case notFinite
    /// PROJ cannot transform it.
    case notTransformable
    /// The latitude is beyond 90 degrees.
    case latitudeOutOfRange
    /// The longitude is beyond 360 degrees.
    case longitudeOutOfRange
  }

  /// The position's index in the batch.
  package let index: Int
  /// What is wrong.
  package let code: Code
  /// What is wrong in words; PROJ's own where it rejected.
  package let reason: String
  /// For a latitude beyond 90 by one degree at most: the position on the pole that may be meant.
  package var nearest: Coordinate?
}

/// What became of a batch of positions.
package struct ReprojectionOutcome: Sendable, Equatable {
  /// Positions that failed, by ascending index.
  package var failures: [PointFailure] = []
  /// How many longitudes lay beyond 180 degrees, up to 360.
  package var longitudesBeyond180 = 0
  /// How many positions lie outside the area that the operation is meant for.
  package var outsideAreaOfUse = 0

  /// Makes the outcome of an empty batch.
  package init() {}
}

extension PointFailure {
  /// The end of a reason where numbers are too large for degrees.
  package static let projectionHint = "; are the data in a projected coordinate reference system?"
}
