import Features

/// An expression together with the features it is evaluated on; its keys are looked up once, not per feature.
///
/// Holds on to the columns it was bound to: let it go before they are changed, or they are copied.
public struct BoundExpression: Sendable {
  private let columns: BoundColumns
  private let valueCode: ValueCode
  private let booleanCode: BooleanCode
  private let numberCode: NumberCode

  init(_ expression: FeatureExpression, _ columns: BoundColumns) {
    self.columns = columns
    valueCode = expression.code.value
    booleanCode = expression.code.boolean("boolean")
    numberCode = expression.code.number("number")
  }

  /// The value for a feature.
  ///
  /// - Parameters:
  ///   - index: the feature's place in the columns.
  ///   - zoom: the zoom, where it is known.
  /// - Throws: why there is none.
  public func value(ofFeature index: Int, zoom: Double? = nil) throws(ExpressionError) -> PropertyValue {
    try valueCode(Frame(columns: columns, feature: index, zoom: zoom))
  }

  /// The boolean for a feature, as `value(ofFeature:zoom:)`; any other type is an error.
  public func boolean(ofFeature index: Int, zoom: Double? = nil) throws(ExpressionError) -> Bool {
    try booleanCode(Frame(columns: columns, feature: index, zoom: zoom))
  }

  /// The number for a feature, as `value(ofFeature:zoom:)`; any other type is an error. Always finite.
  public func number(ofFeature index: Int, zoom: Double? = nil) throws(ExpressionError) -> Double {
    try numberCode(Frame(columns: columns, feature: index, zoom: zoom)).value
  }
}

extension FeatureExpression {
  /// Binds this expression to a batch. O(keys and compared strings of the expression).
  public func bound(to batch: FeatureBatch) -> BoundExpression {
    bound(to: batch.properties, ids: batch.ids, geometryTypes: batch.geometryTypes)
  }

  /// Binds this expression to columns with one entry per feature; without ids `id` is null, without types
  /// `geometry-type` is "Unknown".
  public func bound(
    to properties: PropertyColumns, ids: [FeatureID] = [], geometryTypes: [GeometryType] = []
  ) -> BoundExpression {
    BoundExpression(
      self,
      BoundColumns(
        properties: properties, ids: ids, geometryTypes: geometryTypes,
        keyIndices: slotKeys.map { properties.keys.find($0) ?? BoundColumns.absent },
        stringIndices: slotStrings.map { properties.values.find($0) ?? BoundColumns.absent }))
  }
}
