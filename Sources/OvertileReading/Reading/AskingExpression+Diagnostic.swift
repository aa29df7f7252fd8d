import OvertileExpressions

extension AskingExpression {
  /// Runs an evaluation and turns its error into a rejection that names the expression and the value.
  func evaluated<Value>(_ body: () throws(ExpressionError) -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw FeatureMapping.FeatureDiagnostic(code: .expression, reason: error.description, cause: cause(error))
    }
  }
}
