import OvertileCore

/// Functions of one number.
extension Operators {
  static let rounding: [String: OperatorRule] = [
    "abs": function { Number($0.value.magnitude, isWhole: $0.isWhole) },
    "floor": function { Number($0.value.rounded(.down), isWhole: true) },
    "ceil": function { Number($0.value.rounded(.up), isWhole: true) },
    // Halves are rounded away from zero, as in the specification, unlike JavaScript's own rounding.
    "round": function { Number($0.value.rounded(.toNearestOrAwayFromZero), isWhole: true) },
    "sqrt": function { Number($0.value.squareRoot()) },
    "ln": function { Number(log($0.value)) },
    "log2": function { Number(log2($0.value)) },
    "log10": function { Number(log10($0.value)) },
    "sin": function { Number(sin($0.value)) },
    "cos": function { Number(cos($0.value)) },
    "tan": function { Number(tan($0.value)) },
    "asin": function { Number(asin($0.value)) },
    "acos": function { Number(acos($0.value)) },
    "atan": function { Number(atan($0.value)) },
  ]

  static func function(_ body: @escaping @Sendable (Number) -> Number) -> OperatorRule {
    OperatorRule(1) { (call) throws(ExpressionError) in
      let operand = try call.number(call.arguments[0])
      return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in body(try operand(frame)) }
    }
  }
}
