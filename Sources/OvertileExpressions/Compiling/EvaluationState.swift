import OvertileCore

/// The state of one evaluation: the variables that are known by now, and the amount of text it may still make.
///
/// Bounds what an expression costs: a variable is evaluated once however often it is used, and doubling a text again and
/// again ends in an error.
final class EvaluationState {
  /// The most text that one evaluation makes, in bytes.
  static let textLimit = 16 << 20

  private var variables: [PropertyValue?]
  private var remaining = textLimit

  /// Makes the state of an expression with some variables.
  init(variableCount: Int = 0) {
    variables = Array(repeating: nil, count: variableCount)
  }

  /// The value of a variable, evaluated at its first use.
  func variable(
    _ slot: Int, _ evaluate: () throws(ExpressionError) -> PropertyValue
  ) throws(ExpressionError) -> PropertyValue {
    while variables.count <= slot { variables.append(nil) }
    if let known = variables[slot] { return known }
    let value = try evaluate()
    variables[slot] = value
    return value
  }

  /// Subtracts text from the amount that may still be made.
  ///
  /// - Throws: if there is no more.
  func charge(_ bytes: Int, _ callSite: Call.CallSite) throws(ExpressionError) {
    remaining -= bytes
    guard remaining >= 0 else {
      throw callSite.error(
        .limit, "the operator must not create more than \(Self.textLimit >> 20) MiB of text for one feature")
    }
  }
}
