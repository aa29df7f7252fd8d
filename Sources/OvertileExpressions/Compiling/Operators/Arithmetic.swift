import OvertileCore

/// `+ - * / % ^`, minimum and maximum, and functions of one number, with ECMAScript's infinities and NaN.
extension Operators {
  static let arithmetic: [String: OperatorRule] = [
    "+": chain(from: Number(0, isWhole: true)) { Number($0.value + $1.value, isWhole: $0.isWhole && $1.isWhole) },
    "*": chain(from: Number(1, isWhole: true)) { Number($0.value * $1.value, isWhole: $0.isWhole && $1.isWhole) },
    "-": OperatorRule(1...2) { (call) throws(ExpressionError) in
      try (call.arguments.count == 1 ? negation : difference).compile(call)
    },
    "/": pair { Number($0.value / $1.value) },
    "%": pair {
      // As in JavaScript: the remainder has the dividend's sign.
      Number($0.value.truncatingRemainder(dividingBy: $1.value), isWhole: $0.isWhole && $1.isWhole)
    },
    "^": pair { Number(power($0.value, $1.value)) },
    // NaN if an operand is.
    "min": chain(from: Number(.infinity)) { $1.value.isNaN || $1.value < $0.value ? $1 : $0 },
    "max": chain(from: Number(-.infinity)) { $1.value.isNaN || $1.value > $0.value ? $1 : $0 },
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

  private static let negation = function { Number(-$0.value, isWhole: $0.isWhole) }
  private static let difference = pair { Number($0.value - $1.value, isWhole: $0.isWhole && $1.isWhole) }

  /// A power as in ECMAScript: of 1 and NaN or an infinity it is NaN.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent.isNaN || (base.magnitude == 1 && exponent.isInfinite) { return .nan }
    return pow(base, exponent)
  }

  private static func function(_ body: @escaping @Sendable (Number) -> Number) -> OperatorRule {
    OperatorRule(1) { (call) throws(ExpressionError) in
      let operand = try call.number(call.arguments[0])
      return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in body(try operand(frame)) }
    }
  }

  private static func pair(_ combine: @escaping @Sendable (Number, Number) -> Number) -> OperatorRule {
    OperatorRule(2) { (call) throws(ExpressionError) in
      let (a, b) = (try call.number(call.arguments[0]), try call.number(call.arguments[1]))
      return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in combine(try a(frame), try b(frame))
      }
    }
  }

  private static func chain(
    from start: Number, _ combine: @escaping @Sendable (Number, Number) -> Number
  ) -> OperatorRule {
    OperatorRule(0...) { (call) throws(ExpressionError) in
      let operands = try call.arguments.map { (argument) throws(ExpressionError) in try call.number(argument) }
      return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in
        var result = start
        for operand in operands { result = combine(result, try operand(frame)) }
        return result
      }
    }
  }
}
