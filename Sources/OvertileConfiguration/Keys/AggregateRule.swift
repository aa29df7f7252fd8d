import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// How an aggregate is written: `{max: mag}`, `{sum: ["*", 2, ["get", "n"]]}`, `{mean: mag, round: 0.1}`,
/// `{distinct: kind, cap: 10}`.
enum AggregateRule {
  /// The number of distinct values that are kept by default.
  static let standardCap = 16

  private static let operations: [Key<FeatureExpression>] = AggregateOperation.allCases.map { operation in
    let expected: ExpressionType =
      switch operation.operands {
      case .number: .number
      case .boolean: .boolean
      case .string, nil: .value
      }
    return Key(
      operation.rawValue, .propertyOrExpression(.init(expected: expected, acceptsNull: true)), operation.summary)
  }

  private static let cap = Key(
    "cap", Rule.integer(1...1000),
    "The maximum number of distinct values to keep; \(standardCap) by default. Only valid with distinct.")

  private static let round = Key(
    "round", Rule<Double>.number(1e-9...1e9),
    "The rounding step for results, such as 0.1; halves are rounded away from zero. Only valid with sum and mean.")

  static let rule = Rule<AggregateConfiguration>.mapping(
    (operations as [any AnyKey]) + [cap, round],
    rules: [
      .exactlyOne(of: operations.map(\.name)), .only("cap", with: ["distinct"]), .only("round", with: ["sum", "mean"]),
    ]
  ) { fields, log in
    guard let key = operations.first(where: { fields.has($0.name) }),
      let operation = AggregateOperation(rawValue: key.name)
    else { throw Incomplete() }
    var expression = try fields(key)
    expression.role = log.role
    return AggregateConfiguration(
      name: log.key, operation: operation, cap: fields.optional(cap) ?? standardCap, expression: expression,
      round: fields.optional(round))
  }
}
