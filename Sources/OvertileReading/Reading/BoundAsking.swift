import OvertileCore
import OvertileExpressions

/// An expression of a layer, bound to the features of a batch. A feature for which it has no value is rejected with the key and
/// the value.
struct BoundAsking {
  private let asking: AskingExpression
  private let bound: BoundExpression

  /// Binds an expression.
  init(_ asking: AskingExpression, _ batch: FeatureBatch) {
    self.asking = asking
    bound = asking.expression.bound(to: batch)
  }

  /// The value of a feature.
  func value(_ feature: Int, zoom: Double? = nil) throws -> PropertyValue {
    do { return try bound.value(ofFeature: feature, zoom: zoom) } catch { throw rejection(error) }
  }

  /// The boolean of a feature.
  func boolean(_ feature: Int) throws -> Bool {
    do { return try bound.boolean(ofFeature: feature) } catch { throw rejection(error) }
  }

  /// The number of a feature.
  func number(_ feature: Int, zoom: Double? = nil) throws -> Double {
    do { return try bound.number(ofFeature: feature, zoom: zoom) } catch { throw rejection(error) }
  }

  /// The rejection of a feature whose value is there, but does not fit.
  func rejection(_ code: LedgerCode, _ reason: String) -> FeatureMapping.FeatureDiagnostic {
    FeatureMapping.FeatureDiagnostic(code: code, reason: reason, cause: asking.cause)
  }

  private func rejection(_ error: ExpressionError) -> FeatureMapping.FeatureDiagnostic {
    FeatureMapping.FeatureDiagnostic(code: .expression, reason: error.description, cause: asking.cause(error))
  }
}
