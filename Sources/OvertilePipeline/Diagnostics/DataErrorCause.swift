import OvertileExpressions

/// How a feature does not fit the configuration, and which part of it.
struct DataErrorCause: Sendable, Hashable {
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
  /// The expression, as minified JSON; nil where none was evaluated.
  var expression: String?
  /// The comparison within the expression, true or false itself; nil where there is none.
  var comparison: PropertyComparison?
  /// The access to another property, whose value is the name of this property; nil where there is none.
  var lookup: String?

  /// Whether the expression is a filter: a layer's, or a camera's.
  var isOfFilter: Bool { role == "filter" || isOfCamera }
  /// Whether the expression is the filter of a camera.
  var isOfCamera: Bool { role.hasPrefix("cameras.") }
}

/// An expression of the configuration, and its key.
struct AskingExpression: Sendable {
  /// The key below the layer: "filter", "circle.radius".
  let role: String
  /// The expression.
  let expression: FeatureExpression

  /// The cause of a failed evaluation.
  func cause(_ error: ExpressionError) -> DataErrorCause {
    let property = (error.types == nil ? nil : expression.keysByPosition[error.position]) ?? onlyProperty
    let reading = property.flatMap { expression.reading(of: $0, at: error.position) }
    let comparison = error.types == nil ? nil : reading?.comparison ?? expression.comparison(at: error.position)
    return DataErrorCause(
      position: error.position, role: role, property: property, expected: error.types?.expected,
      found: error.types?.found, expression: expression.canonicalText,
      comparison: comparison?.isTest == true ? comparison : nil,
      lookup: reading?.lookup)
  }

  /// The cause of a value that is there, but does not fit.
  var cause: DataErrorCause {
    DataErrorCause(position: expression.position, role: role, property: onlyProperty)
  }

  private var onlyProperty: String? { expression.keys.count == 1 ? expression.keys.first : nil }
}
