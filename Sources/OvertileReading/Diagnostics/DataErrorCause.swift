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

/// An expression of the configuration, and its key.
struct AskingExpression: Sendable {
  /// The key below the layer: "filter", "circle.radius".
  let role: String
  /// The expression.
  let expression: FeatureExpression

  /// The cause of a failed evaluation.
  func cause(_ error: ExpressionError) -> DataErrorCause {
    DataErrorCause(
      position: error.position, role: role,
      property: (error.types == nil ? nil : expression.keysByPosition[error.position]) ?? onlyProperty,
      expected: error.types?.expected, found: error.types?.found)
  }

  /// The cause of a value that is there, but does not fit.
  var cause: DataErrorCause {
    DataErrorCause(position: expression.position, role: role, property: onlyProperty)
  }

  private var onlyProperty: String? { expression.keys.count == 1 ? expression.keys.first : nil }
}
