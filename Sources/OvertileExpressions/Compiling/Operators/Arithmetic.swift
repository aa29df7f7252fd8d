import OvertileCore

/// `+ - * / % ^`, minimum and maximum, with ECMAScript's infinities and NaN.
extension Operators {
  static let arithmetic: [String: OperatorRule] = [
    "+": chain(from: Number(0, isWhole: true)) { Number($0.value + $1.value, isWhole: $0.isWhole && $1.isWhole) },
    "*": chain(from: Number(1, isWhole: true)) { Number($0.value * $1.value, isWhole: $0.isWhole && $1.isWhole) },
    "-": OperatorRule(.between(1, 2), subtract),
    "/": pair { Number($0.value / $1.value) },
    "%": pair {
      // As in JavaScript: the remainder has the dividend's sign.
      Number($0.value.truncatingRemainder(dividingBy: $1.value), isWhole: $0.isWhole && $1.isWhole)
    },
    "^": pair { Number(power($0.value, $1.value)) },
    "min": OperatorRule(.atLeast(0)) { (call, compiler) throws(ExpressionError) in
      try extreme(call, &compiler, from: .infinity) { $1.value < $0.value }
    },
    "max": OperatorRule(.atLeast(0)) { (call, compiler) throws(ExpressionError) in
      try extreme(call, &compiler, from: -.infinity) { $1.value > $0.value }
    },
  ]

  /// The compiled arguments of an operator on numbers.
  static func numbers(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> [NumberCode] {
    var operands: [NumberCode] = []
    for argument in call.arguments {
      operands.append(try compiler.compile(argument, expecting: .number, for: call.name).number(call.name))
    }
    return operands
  }

  /// A power as in ECMAScript: of 1 and NaN or an infinity it is NaN.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent.isNaN || (base.magnitude == 1 && exponent.isInfinite) { return .nan }
    return pow(base, exponent)
  }

  private static func pair(_ combine: @escaping @Sendable (Number, Number) -> Number) -> OperatorRule {
    OperatorRule(.exactly(2)) { (call, compiler) throws(ExpressionError) in
      let operands = try numbers(call, &compiler)
      let (a, b) = (operands[0], operands[1])
      return Compiled(
        number: { (frame) throws(ExpressionError) in combine(try a(frame), try b(frame)) }, call.position)
    }
  }

  private static func chain(
    from start: Number, _ combine: @escaping @Sendable (Number, Number) -> Number
  ) -> OperatorRule {
    OperatorRule(.atLeast(0)) { (call, compiler) throws(ExpressionError) in
      let operands = try numbers(call, &compiler)
      return Compiled(
        number: { (frame) throws(ExpressionError) in
          var result = start
          for operand in operands { result = combine(result, try operand(frame)) }
          return result
        }, call.position)
    }
  }

  private static func subtract(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    let operands = try numbers(call, &compiler)
    let position = call.position
    let last = operands[operands.count - 1]
    guard operands.count == 2 else {
      return Compiled(
        number: { (frame) throws(ExpressionError) in
          let number = try last(frame)
          return Number(-number.value, isWhole: number.isWhole)
        }, position)
    }
    let first = operands[0]
    return Compiled(
      number: { (frame) throws(ExpressionError) in
        let (a, b) = (try first(frame), try last(frame))
        return Number(a.value - b.value, isWhole: a.isWhole && b.isWhole)
      }, position)
  }

  /// The least or greatest operand; NaN if one is, and an infinity without operands.
  private static func extreme(
    _ call: Call, _ compiler: inout ExpressionCompiler, from start: Double,
    _ replaces: @escaping @Sendable (Number, Number) -> Bool
  ) throws(ExpressionError) -> Compiled {
    let operands = try numbers(call, &compiler)
    return Compiled(
      number: { (frame) throws(ExpressionError) in
        var best = Number(start)
        for (index, operand) in operands.enumerated() {
          let number = try operand(frame)
          if index == 0 || number.value.isNaN || replaces(best, number) { best = number }
        }
        return best
      }, call.position)
  }
}
