extension FeatureExpression {
  /// The names of all operators, sorted.
  public static var operatorNames: [String] { Operators.names }

  /// The names of operators that only filters of the old language have.
  public static var legacyFilterNames: [String] { FilterForm.legacyNames }

  /// The names of MapLibre's operators that are rejected because they are for drawing, sorted.
  public static var drawingOperatorNames: [String] { Operators.drawing }
}
