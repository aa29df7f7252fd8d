/// `!`, `all`, `any`: booleans, evaluated from the left until the result is known.
extension Operators {
  static let logic: [String: OperatorRule] = [
    "!": OperatorRule(.exactly(1), not),
    "all": OperatorRule(.atLeast(0)) { (call, compiler) throws(ExpressionError) in
      try junction(call, &compiler, stopsAt: false)
    },
    "any": OperatorRule(.atLeast(0)) { (call, compiler) throws(ExpressionError) in
      try junction(call, &compiler, stopsAt: true)
    },
  ]

  private static func not(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let operand = try compiler.compile(call.arguments[0], expecting: .boolean, for: call.name).boolean(call.name)
    return Compiled(boolean: { (frame) throws(ExpressionError) in !(try operand(frame)) }, call.position)
  }

  private static func junction(
    _ call: Call, _ compiler: inout ExpressionCompiler, stopsAt decisive: Bool
  ) throws(ExpressionError) -> Compiled {
    var operands: [BooleanCode] = []
    for argument in call.arguments {
      operands.append(try compiler.compile(argument, expecting: .boolean, for: call.name).boolean(call.name))
    }
    return Compiled(
      boolean: { [operands] (frame) throws(ExpressionError) in
        for operand in operands where try operand(frame) == decisive { return decisive }
        return !decisive
      }, call.position)
  }
}
