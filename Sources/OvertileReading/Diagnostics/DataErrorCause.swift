import OvertileExpressions

/// How a feature does not fit the configuration, and which part of it.
struct DataErrorCause: Sendable, Hashable, Codable {
  /// The location in the configuration.
  var position: SourcePosition
  /// The key that requires it, below its layer or source: "cluster.aggregates.total".
  var role: String
  /// The required property; nil where it may be one of several.
  var property: String?
  /// The expected value.
  var expected: String?
  /// The value that was found.
  var found: String?
}

extension FeatureExpression {
  /// The cause of a failed evaluation.
  func cause(_ error: ExpressionError) -> DataErrorCause {
    DataErrorCause(
      position: error.position, role: role,
      property: (error.types == nil ? nil : keysByPosition[error.position]) ?? onlyProperty,
      expected: error.types?.expected, found: error.types?.found)
  }

  /// The cause of a value that is there, but does not fit.
  var cause: DataErrorCause {
    DataErrorCause(position: position, role: role, property: onlyProperty)
  }

  private var onlyProperty: String? { keys.count == 1 ? keys.first : nil }
}
