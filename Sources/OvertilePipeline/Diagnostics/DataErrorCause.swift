import OvertileExpressions

/// What of the configuration a feature does not fit, and how.
struct DataErrorCause: Sendable, Hashable {
  /// Where the configuration asks.
  var position: SourcePosition
  /// The key that asks, below its layer or source: "cluster.aggregates.total".
  var role: String
  /// The property that is asked for; nil where several may be.
  var property: String?
  /// What was expected of it.
  var expected: String?
  /// What was found.
  var found: String?
  /// The expression that asks, as minified JSON; nil where none was evaluated.
  var expression: String?
  /// The comparison in it that asks, true or false itself; nil where none does.
  var comparison: PropertyComparison?
  /// The reading of another property, whose name the property's value is; nil where there is none.
  var lookup: String?

  /// Whether a filter asks: a layer's, or that of a camera.
  var isOfFilter: Bool { role == "filter" || isOfCamera }
  /// Whether the filter of a camera asks.
  var isOfCamera: Bool { role.hasPrefix("cameras.") }
}

/// An expression of the configuration, and the key under which it stands.
struct AskingExpression: Sendable {
  /// The key below the layer: "filter", "circle.radius".
  let role: String
  /// The expression.
  let expression: FeatureExpression

  /// What asked for something where an evaluation failed.
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

  /// What asks for a value that it has, and that does not do.
  var cause: DataErrorCause {
    DataErrorCause(position: expression.position, role: role, property: onlyProperty)
  }

  private var onlyProperty: String? { expression.keys.count == 1 ? expression.keys.first : nil }
}
