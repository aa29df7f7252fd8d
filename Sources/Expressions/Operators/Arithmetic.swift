#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `+ - * / % ^`, minimum and maximum. Division by zero and results beyond a double's range are errors.
extension Operators {
  static let arithmetic: [String: OperatorRule] = [
    "+": chain(from: Number(0, isWhole: true)) { Number($0.value + $1.value, isWhole: $0.isWhole && $1.isWhole) },
    "*": chain(from: Number(1, isWhole: true)) { Number($0.value * $1.value, isWhole: $0.isWhole && $1.isWhole) },
    "-": OperatorRule(.between(1, 2), subtract),
    "/": pair { Number($0.value / $1.value) },
    "%": pair {
      // As JavaScript: the remainder has the dividend's sign.
      Number($0.value.truncatingRemainder(dividingBy: $1.value), isWhole: $0.isWhole && $1.isWhole)
    },
    "^": pair { Number(pow($0.value, $1.value)) },
    "min": OperatorRule(.atLeast(1)) { (call, compiler) throws(ExpressionError) in
      try extreme(call, &compiler) { $1.value < $0.value }
    },
    "max": OperatorRule(.atLeast(1)) { (call, compiler) throws(ExpressionError) in
      try extreme(call, &compiler) { $1.value > $0.value }
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

  /// The number itself when it is finite, otherwise an error.
  @inline(__always)
  static func finite(_ number: Number, _ name: String, _ position: SourcePosition) throws(ExpressionError) -> Number {
    guard number.value.isFinite else {
      throw ExpressionError(.notFinite, name, position, "the result is not a finite number")
    }
    return number
  }

  private static func pair(_ combine: @escaping @Sendable (Number, Number) -> Number) -> OperatorRule {
    OperatorRule(.exactly(2)) { (call, compiler) throws(ExpressionError) in
      let operands = try numbers(call, &compiler)
      let (a, b) = (operands[0], operands[1])
      let (name, position) = (call.name, call.position)
      return Compiled(
        number: { (frame) throws(ExpressionError) in
          try finite(combine(try a(frame), try b(frame)), name, position)
        }, position)
    }
  }

  private static func chain(
    from start: Number, _ combine: @escaping @Sendable (Number, Number) -> Number
  ) -> OperatorRule {
    OperatorRule(.atLeast(0)) { (call, compiler) throws(ExpressionError) in
      let operands = try numbers(call, &compiler)
      let (name, position) = (call.name, call.position)
      return Compiled(
        number: { (frame) throws(ExpressionError) in
          var result = start
          for operand in operands { result = combine(result, try operand(frame)) }
          return try finite(result, name, position)
        }, position)
    }
  }

  private static func subtract(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    let operands = try numbers(call, &compiler)
    let (name, position) = (call.name, call.position)
    let last = operands[operands.count - 1]
    guard operands.count == 2 else {
      return Compiled(
        number: { (frame) throws(ExpressionError) in
          let number = try last(frame)
          return Number(0 - number.value, isWhole: number.isWhole)
        }, position)
    }
    let first = operands[0]
    return Compiled(
      number: { (frame) throws(ExpressionError) in
        let (a, b) = (try first(frame), try last(frame))
        return try finite(Number(a.value - b.value, isWhole: a.isWhole && b.isWhole), name, position)
      }, position)
  }

  private static func extreme(
    _ call: Call, _ compiler: inout ExpressionCompiler, _ replaces: @escaping @Sendable (Number, Number) -> Bool
  ) throws(ExpressionError) -> Compiled {
    let operands = try numbers(call, &compiler)
    return Compiled(
      number: { (frame) throws(ExpressionError) in
        var best = try operands[0](frame)
        for operand in operands.dropFirst() {
          let number = try operand(frame)
          if replaces(best, number) { best = number }
        }
        return best
      }, call.position)
  }
}
