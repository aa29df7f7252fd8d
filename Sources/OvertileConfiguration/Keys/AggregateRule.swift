import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// How an aggregate is written: `{max: mag}`, `{sum: ["*", 2, ["get", "n"]]}`, `{mean: mag, round: 0.1}`,
/// `{distinct: kind, cap: 10}`.
enum AggregateRule {
  private static let names = AggregateOperation.allCases.map(\.rawValue)

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
    "cap", Rule.integer(1...1000).located,
    "The maximum number of distinct values to keep; \(standardCap) by default. Only valid with distinct.")

  private static let round = Key(
    "round", Rule<Double>.number(1e-9...1e9).located,
    "The rounding step for results, such as 0.1; halves are rounded away from zero. Only valid with sum and mean.")

  private static let exactlyOne: NamedValues<JSONValue> = [
    "oneOf": .array(names.map { ["required": [.string($0)]] }),
    "dependentRequired": ["cap": ["distinct"]],
    "dependentSchemas": ["round": ["anyOf": [["required": ["sum"]], ["required": ["mean"]]]]],
  ]

  static let rule = Rule<AggregateConfiguration>.mapping(
    (operations as [any AnyKey]) + [cap, round], schema: exactlyOne
  ) { fields, log in
    let present = operations.filter { fields.has($0.name) }
    guard present.count == 1, let key = present.first else {
      let (list, known) = (names.joined(separator: ", "), names + [cap.name, round.name])
      // An unknown operation has its own line.
      if !present.isEmpty || fields.node.entries.allSatisfy({ known.contains($0.key) }) {
        log.note(
          present.isEmpty ? .missingKey : .conflict, at: fields.position,
          "an aggregate must have exactly one of the operations \(list)")
      }
      throw Incomplete()
    }
    if key.name != "distinct", let cap = fields.optional(cap) {
      log.note(.conflict, at: cap.position, "\"cap\" is only valid with the operation distinct", key: "cap")
    }
    if key.name != "sum", key.name != "mean", let round = fields.optional(round) {
      log.note(.conflict, at: round.position, "\"round\" is only valid with the operation sum or mean", key: "round")
    }
    let expression = try fields(key)
    guard let operation = AggregateOperation(rawValue: key.name) else { throw Incomplete() }
    return AggregateConfiguration(
      name: Located("", at: fields.position), operation: operation, cap: fields.optional(cap)?.value ?? standardCap,
      expression: expression, round: fields.optional(round)?.value, role: "")
  }
}
