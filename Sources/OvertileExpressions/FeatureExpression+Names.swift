extension FeatureExpression {
  /// The names of all operators, sorted.
  package static var operatorNames: [String] { Operators.names }

  /// The names of operators that only legacy filters have.
  package static var legacyFilterNames: [String] { FilterForm.legacyNames }

  /// The names of MapLibre's operators that are rejected because they are for drawing, sorted.
  package static var drawingOperatorNames: [String] { Operators.drawing }

  /// The names of MapLibre's operators that are rejected because they depend on a language, sorted.
  package static var languageOperatorNames: [String] { Operators.ofLanguages }
}
