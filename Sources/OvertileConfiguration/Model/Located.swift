import OvertileExpressions

/// A value of a configuration together with where it was written.
package struct Located<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// Where it begins in the configuration's file; for a default, where the mapping that lacks it begins.
  package var position: SourcePosition

  /// Makes a located value.
  package init(_ value: Value, at position: SourcePosition) {
    self.value = value
    self.position = position
  }
}

extension Located: Equatable where Value: Equatable {}
