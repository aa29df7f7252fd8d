import Features

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `step` and `interpolate`: functions of a number given by stops.
extension Operators {
  static let curves: [String: OperatorRule] = [
    "step": OperatorRule(.atLeast(2), step),
    "interpolate": OperatorRule(.atLeast(4), interpolate),
  ]

  /// The input of a stop: a number that is written out and above the one before.
  private static func stop(
    _ syntax: ExpressionSyntax, after previous: Double?, _ name: String
  ) throws(ExpressionError) -> Double {
    let input: Double
    switch syntax.content {
    case .int(let int): input = Double(int)
    case .double(let double) where double.isFinite: input = double
    default: throw ExpressionError(.syntax, name, syntax.position, "a stop's input must be a plain number")
    }
    if let previous, input <= previous {
      throw ExpressionError(.syntax, name, syntax.position, "stops must be in strictly ascending order")
    }
    return input
  }

  private static func step(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    guard call.arguments.count % 2 == 0 else {
      throw ExpressionError(
        .argumentCount, call.name, call.position, "takes an input, an output, then pairs of stop and output")
    }
    let input = try compiler.compile(call.arguments[0], expecting: .number, for: call.name).number(call.name)
    var branches = Branches(call)
    try branches.add(call.arguments[1], &compiler)
    var stops: [Double] = []
    for index in stride(from: 2, to: call.arguments.count, by: 2) {
      stops.append(try stop(call.arguments[index], after: stops.last, call.name))
      try branches.add(call.arguments[index + 1], &compiler)
    }
    let codes = branches.codes
    return Compiled(branches.type, call.position) { [stops] (frame) throws(ExpressionError) in
      let number = try input(frame).value
      return try codes[stops.prefix { $0 <= number }.count](frame)
    }
  }

  private static func interpolate(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    guard call.arguments.count % 2 == 0 else {
      throw ExpressionError(
        .argumentCount, call.name, call.position, "takes a curve, an input, then pairs of stop and output")
    }
    let base = try curveBase(call.arguments[0], call.name)
    let input = try compiler.compile(call.arguments[1], expecting: .number, for: call.name).number(call.name)
    var stops: [Double] = []
    var outputs: [NumberCode] = []
    for index in stride(from: 2, to: call.arguments.count, by: 2) {
      stops.append(try stop(call.arguments[index], after: stops.last, call.name))
      let output = try compiler.compile(call.arguments[index + 1], expecting: .number, for: call.name)
      outputs.append(output.number(call.name))
    }
    let (name, position) = (call.name, call.position)
    return Compiled(
      number: { [stops, outputs] (frame) throws(ExpressionError) in
        let number = try input(frame).value
        let upper = stops.prefix { $0 <= number }.count
        if upper == 0 { return try outputs[0](frame) }
        if upper == stops.count { return try outputs[upper - 1](frame) }
        let share = share(of: number, from: stops[upper - 1], to: stops[upper], base: base)
        let (low, high) = (try outputs[upper - 1](frame).value, try outputs[upper](frame).value)
        return try finite(Number(low + share * (high - low)), name, position)
      }, position)
  }

  /// The base of a curve's exponential; 1 is linear.
  private static func curveBase(_ syntax: ExpressionSyntax, _ name: String) throws(ExpressionError) -> Double {
    let form = "the curve must be [\"linear\"] or [\"exponential\", base] with a base above 0"
    guard case .array(let parts) = syntax.content else {
      throw ExpressionError(.syntax, name, syntax.position, form)
    }
    if parts.map(\.content) == [.string("linear")] { return 1 }
    guard parts.count == 2, parts[0].content == .string("exponential") else {
      throw ExpressionError(.syntax, name, syntax.position, form)
    }
    switch parts[1].content {
    case .int(let base) where base > 0: return Double(base)
    case .double(let base) where base > 0 && base.isFinite: return base
    default: throw ExpressionError(.syntax, name, parts[1].position, form)
    }
  }

  /// How far a number is between two stops, 0...1, on a curve a * base^x + b through both.
  private static func share(of number: Double, from lower: Double, to upper: Double, base: Double) -> Double {
    let (progress, difference) = (number - lower, upper - lower)
    if base == 1 { return progress / difference }
    return (pow(base, progress) - 1) / (pow(base, difference) - 1)
  }
}
