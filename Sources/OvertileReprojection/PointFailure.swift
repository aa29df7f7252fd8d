import MapMath

/// A position that has no longitude and latitude, and why.
public struct PointFailure: Sendable, Equatable {
  /// What is wrong; stable names for the ledger.
  public enum Code: String, Sendable, Codable {
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
  public let index: Int
  /// What is wrong.
  public let code: Code
  /// What is wrong in words; PROJ's own where it rejected.
  public let reason: String
  /// For a latitude beyond 90 by one degree at most: the position on the pole that may be meant.
  public var nearest: Coordinate?
}

/// What became of a batch of positions.
public struct ReprojectionOutcome: Sendable, Equatable {
  /// Positions that failed, by ascending index.
  public var failures: [PointFailure] = []
  /// How many longitudes lay beyond 180 degrees, up to 360.
  public var longitudesBeyond180 = 0
  /// How many positions lie outside the area that the operation is meant for.
  public var outsideAreaOfUse = 0

  /// Makes the outcome of an empty batch.
  public init() {}
}

extension PointFailure {
  /// The end of a reason where numbers are too large for degrees.
  public static let projectionHint = "; are the data in a projected coordinate reference system?"
}
