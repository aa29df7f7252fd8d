import OvertileCore

/// `case`, `match`, `coalesce`. Branches must agree in type: the first branch decides, as in MapLibre.
extension Operators {
  static let decision: [String: OperatorRule] = [
    "case": OperatorRule(.atLeast(3), choose),
    "match": OperatorRule(.atLeast(4), match),
    "coalesce": OperatorRule(.atLeast(1), coalesce),
  ]

  private static func choose(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    guard call.arguments.count % 2 == 1 else {
      throw ExpressionError(
        .argumentCount, call.name, call.position,
        "expected pairs of a condition and an output, followed by a fallback")
    }
    var branches = Branches(call)
    var conditions: [BooleanCode] = []
    for index in stride(from: 0, to: call.arguments.count - 1, by: 2) {
      let condition = try compiler.compile(call.arguments[index], expecting: .boolean, for: call.name)
      conditions.append(condition.boolean(call.name))
      try branches.add(call.arguments[index + 1], &compiler)
    }
    try branches.add(call.arguments[call.arguments.count - 1], &compiler)
    let codes = branches.codes
    return Compiled(branches.type, call.position) { [conditions] (frame) throws(ExpressionError) in
      for (condition, code) in zip(conditions, codes) where try condition(frame) { return try code(frame) }
      return try codes[codes.count - 1](frame)
    }
  }

  private static func match(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    guard call.arguments.count % 2 == 0 else {
      throw ExpressionError(
        .argumentCount, call.name, call.position,
        "expected an input and pairs of a label and an output, followed by a fallback")
    }
    let input = try compiler.compile(call.arguments[0], expecting: .value, for: call.name)
    var labels = MatchLabels(operatorName: call.name)
    var branches = Branches(call)
    for index in stride(from: 1, to: call.arguments.count - 1, by: 2) {
      try labels.add(call.arguments[index], branch: branches.codes.count)
      try branches.add(call.arguments[index + 1], &compiler)
    }
    try branches.add(call.arguments[call.arguments.count - 1], &compiler)
    if input.type != .value, let type = labels.type, !type.accepts(input.type) {
      throw ExpressionError(call.name, input.position, expected: type, found: input.type)
    }
    let (code, codes) = (input.value, branches.codes)
    return Compiled(branches.type, call.position) { [labels] (frame) throws(ExpressionError) in
      try codes[labels.branch(of: try code(frame)) ?? codes.count - 1](frame)
    }
  }

  /// The first value that is not null; null if there is none. Errors are not caught.
  private static func coalesce(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    var type = call.demanded
    var needsAssertion = false
    var codes: [ValueCode] = []
    for argument in call.arguments {
      // Not asserted one by one: null is skipped, whatever type is required of the whole.
      let operand = try compiler.compile(argument, expecting: type, for: call.name, annotation: .omit)
      type = type ?? operand.type
      if let demanded = call.demanded, !demanded.accepts(operand.type) { needsAssertion = true }
      codes.append(operand.value)
    }
    return Compiled(needsAssertion ? .value : type ?? .value, call.position) {
      [codes] (frame) throws(ExpressionError) in
      for code in codes {
        let value = try code(frame)
        if value != .null { return value }
      }
      return .null
    }
  }
}
