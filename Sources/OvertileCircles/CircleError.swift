/// The reason that a circle is rejected.
package struct CircleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code of a reason.
  package enum Code: String, Sendable {
    /// The center is not finite, or its latitude is outside -90...90.
    case center = "circle-center"
    /// The radius is zero, negative or not a number.
    case radius = "circle-radius"
    /// The radius is above the model's maximum.
    case radiusTooLarge = "circle-radius-too-large"
    /// The tile size is below 1 or not finite.
    case tileSize = "circle-tile-size"
    /// A number of the pulse is outside its range.
    case pulse = "circle-pulse"
    /// A limit of the visibility is not a positive number, or the limits exclude everything.
    case visibility = "circle-visibility"
    /// The chord error is not positive and finite.
    case chordError = "circle-chord-error"
  }

  /// The reason.
  package let code: Code
  /// The number that was rejected.
  package let value: Double
  /// The expected value.
  package let expected: String

  init(_ code: Code, _ value: Double, expected: String) {
    self.code = code
    self.value = value
    self.expected = expected
  }

  /// The code, the number and the expected value.
  package var description: String { "\(code.rawValue): \(value) is not \(expected)" }
}
