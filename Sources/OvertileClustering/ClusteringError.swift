/// Why points cannot be clustered.
public struct ClusteringError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code of an error.
  public enum Code: String, Sendable, CaseIterable {
    /// The radius is not a positive finite number.
    case invalidRadius = "invalid-radius"
    /// The tile size is not a positive finite number.
    case invalidTileSize = "invalid-tile-size"
    /// The minimum number of points is below 1.
    case invalidMinPoints = "invalid-min-points"
    /// A zoom is outside 0...30.
    case invalidZooms = "invalid-zooms"
    /// Two columns that describe the same points differ in length.
    case unequalColumns = "unequal-columns"
    /// There are more than `ClusterPoints.maximumCount` points.
    case tooManyPoints = "too-many-points"
    /// The weights add up to 2^63 or more.
    case weightsTooLarge = "weights-too-large"
  }

  /// The stable code.
  public let code: Code
  /// What was found, for people.
  public let context: String

  /// Makes an error.
  public init(_ code: Code, _ context: String) {
    self.code = code
    self.context = context
  }

  /// The code and what was found.
  public var description: String { "\(code.rawValue): \(context)" }
}
