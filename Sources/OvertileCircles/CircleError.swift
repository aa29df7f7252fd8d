/// The reason that a circle is rejected: one of its numbers is not as it must be.
package struct CircleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the number.
  package let name: String
  /// The number that was rejected.
  package let value: Double
  /// The expected value.
  package let expected: String

  /// The number and the expected value.
  package var description: String { "the \(name) of the circle is \(value), but must be \(expected)" }
}
