import OvertileCore

/// An expression together with the features it is evaluated on; its keys are looked up once, not per feature.
///
/// Holds references to the columns it was bound to: release it before they are changed, or they are copied.
package struct BoundExpression: Sendable {
  private let columns: BoundColumns
  private let position: SourcePosition
  private let valueCode: ValueCode
  private let booleanCode: BooleanCode
  private let numberCode: NumberCode
  private let variableCount: Int?

  init(_ expression: FeatureExpression, _ columns: BoundColumns) {
    self.columns = columns
    position = expression.position
    valueCode = expression.code.value
    booleanCode = expression.code.boolean("boolean")
    numberCode = expression.code.number("number")
    variableCount = expression.variableCount
  }

  /// The value for a feature.
  ///
  /// - Parameters:
  ///   - index: the feature's index in the columns.
  ///   - zoom: the zoom, if it is known.
  /// - Throws: the reason that there is none.
  package func value(ofFeature index: Int, zoom: Double? = nil) throws(ExpressionError) -> PropertyValue {
    let value = try valueCode(frame(index, zoom))
    try value.requireFinite(at: position)
    return value
  }

  /// The boolean for a feature, like `value(ofFeature:zoom:)`; any other type is an error.
  package func boolean(ofFeature index: Int, zoom: Double? = nil) throws(ExpressionError) -> Bool {
    try booleanCode(frame(index, zoom))
  }

  /// The number for a feature, like `value(ofFeature:zoom:)`; any other type is an error. Always finite.
  package func number(ofFeature index: Int, zoom: Double? = nil) throws(ExpressionError) -> Double {
    let number = try numberCode(frame(index, zoom)).value
    try PropertyValue.double(number).requireFinite(at: position)
    return number
  }

  @inline(__always)
  private func frame(_ index: Int, _ zoom: Double?) -> Frame {
    Frame(columns: columns, feature: index, zoom: zoom, state: variableCount.map(EvaluationState.init(variableCount:)))
  }
}

extension FeatureExpression {
  /// Binds this expression to a batch whose coordinates are longitudes and latitudes. O(keys and compared strings of the
  /// expression).
  package func bound(to batch: FeatureBatch) -> BoundExpression {
    BoundExpression(self, BoundColumns(batch, keys: slotKeys, strings: slotStrings))
  }
}
