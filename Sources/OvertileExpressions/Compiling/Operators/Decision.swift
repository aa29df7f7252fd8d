import OvertileCore

/// `case`, `match`, `coalesce`: branches must agree in type, and the first decides, as in MapLibre. `!`, `all`, `any`:
/// booleans, evaluated from the left until the result is known.
extension Operators {
  static let decision: [String: OperatorRule] = [
    "case": OperatorRule(3..., order: "pairs of a condition and an output, followed by a fallback", choose),
    "match": OperatorRule(
      4..., order: "an input and pairs of a label and an output, followed by a fallback", match),
    "coalesce": OperatorRule(1..., coalesce),
    "!": OperatorRule(1) { (call) throws(ExpressionError) in
      let operand = try call.boolean(call.arguments[0])
      return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in !(try operand(frame)) }
    },
    "all": junction(stopsAt: false),
    "any": junction(stopsAt: true),
  ]

  private static func choose(_ call: Call) throws(ExpressionError) -> Compiled {
    let arguments = call.arguments
    var branches = Branches(call)
    var conditions: [BooleanCode] = []
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      conditions.append(try call.boolean(arguments[index]))
      try branches.add(arguments[index + 1])
    }
    try branches.add(arguments[arguments.count - 1])
    let codes = branches.codes
    return Compiled(branches.type, call.position) { [conditions] (frame) throws(ExpressionError) in
      for (condition, code) in zip(conditions, codes) where try condition(frame) { return try code(frame) }
      return try codes[codes.count - 1](frame)
    }
  }

  private static func match(_ call: Call) throws(ExpressionError) -> Compiled {
    let arguments = call.arguments
    let input = try call.compile(arguments[0])
    var (branches, table, labelType) = (Branches(call), [PropertyValue: Int](), ExpressionType?.none)
    for index in stride(from: 1, to: arguments.count - 1, by: 2) {
      for (label, position) in try call.labels(arguments[index]) {
        let type = ExpressionType(of: label)
        if let labelType, labelType != type {
          throw ExpressionError(call.name, position, expected: labelType, found: type)
        }
        labelType = type
        if table.updateValue(branches.codes.count, forKey: label) != nil {
          throw call.error(.syntax, "this label occurs more than once", at: position)
        }
      }
      try branches.add(arguments[index + 1])
    }
    try branches.add(arguments[arguments.count - 1])
    if input.type != .value, let type = labelType, !type.accepts(input.type) {
      throw ExpressionError(call.name, input.position, expected: type, found: input.type)
    }
    let (code, codes) = (input.value, branches.codes)
    return Compiled(branches.type, call.position) { [table] (frame) throws(ExpressionError) in
      try codes[table[try code(frame).label] ?? codes.count - 1](frame)
    }
  }

  /// The first value that is not null; null if there is none. Errors are not caught.
  private static func coalesce(_ call: Call) throws(ExpressionError) -> Compiled {
    var type = call.demanded
    var needsAssertion = false
    var codes: [ValueCode] = []
    for argument in call.arguments {
      // Not asserted one by one: null is skipped, whatever type is required of the whole.
      let operand = try call.compiler.compile(argument, expecting: type, for: call.name, asserts: false)
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

  private static func junction(stopsAt decisive: Bool) -> OperatorRule {
    OperatorRule(0...) { (call) throws(ExpressionError) in
      let operands = try call.arguments.map { (argument) throws(ExpressionError) in try call.boolean(argument) }
      return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in
        for operand in operands where try operand(frame) == decisive { return decisive }
        return !decisive
      }
    }
  }
}
