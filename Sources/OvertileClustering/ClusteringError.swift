/// The reason that points cannot be clustered.
package struct ClusteringError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code of an error.
  package enum Code: String, Sendable, CaseIterable {
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
  package let code: Code
  /// The value that was found, for people.
  package let context: String

  /// Makes an error.
  package init(_ code: Code, _ context: String) {
    self.code = code
    self.context = context
  }

  /// The code and the value that was found.
  package var description: String { "\(code.rawValue): \(context)" }
}
