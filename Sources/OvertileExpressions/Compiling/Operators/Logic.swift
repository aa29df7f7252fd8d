/// `!`, `all`, `any`: booleans, evaluated from the left until the result is known.
extension Operators {
  static let logic: [String: OperatorRule] = [
    "!": OperatorRule(1) { (call) throws(ExpressionError) in
      let operand = try call.boolean(call.arguments[0])
      return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in !(try operand(frame)) }
    },
    "all": junction(stopsAt: false),
    "any": junction(stopsAt: true),
  ]

  private static func junction(stopsAt decisive: Bool) -> OperatorRule {
    OperatorRule(0...) { (call) throws(ExpressionError) in
      let operands = try call.booleans()
      return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in
        for operand in operands where try operand(frame) == decisive { return decisive }
        return !decisive
      }
    }
  }
}
