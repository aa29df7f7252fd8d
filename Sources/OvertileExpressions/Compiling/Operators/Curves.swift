import OvertileCore

/// `step` and `interpolate`: functions of a number, defined by stops.
extension Operators {
  static let curves: [String: OperatorRule] = [
    "step": OperatorRule(.atLeast(4), step),
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

  /// The number of stops at or below an input.
  private static func count(
    of stops: [Double], upTo input: Double, _ callSite: Call.CallSite
  ) throws(ExpressionError) -> Int {
    guard !input.isNaN else { throw callSite.error(.notFinite, "the input is not a number") }
    return stops.partitioningIndex { $0 > input }
  }

  private static func step(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    guard call.arguments.count % 2 == 0 else {
      throw ExpressionError(
        .argumentCount, call.name, call.position,
        "expected an input and an output, followed by pairs of a stop and an output")
    }
    let input = try compiler.compile(call.arguments[0], expecting: .number, for: call.name).number(call.name)
    var branches = Branches(call)
    try branches.add(call.arguments[1], &compiler)
    var stops: [Double] = []
    for index in stride(from: 2, to: call.arguments.count, by: 2) {
      stops.append(try stop(call.arguments[index], after: stops.last, call.name))
      try branches.add(call.arguments[index + 1], &compiler)
    }
    let (codes, callSite) = (branches.codes, call.callSite)
    return Compiled(branches.type, call.position) { [stops] (frame) throws(ExpressionError) in
      try codes[try count(of: stops, upTo: try input(frame).value, callSite)](frame)
    }
  }

  private static func interpolate(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    guard call.arguments.count % 2 == 0 else {
      throw ExpressionError(
        .argumentCount, call.name, call.position,
        "expected a curve and an input, followed by pairs of a stop and an output")
    }
    let curve = try Curve(call.arguments[0], call.name)
    let input = try compiler.compile(call.arguments[1], expecting: .number, for: call.name).number(call.name)
    var stops: [Double] = []
    var outputs: [Compiled] = []
    // More lenient than MapLibre: an output of unknown type is treated as a number.
    var type = call.demanded
    for index in stride(from: 2, to: call.arguments.count, by: 2) {
      stops.append(try stop(call.arguments[index], after: stops.last, call.name))
      let output = try compiler.compile(call.arguments[index + 1], expecting: type, for: call.name)
      if type == nil { type = output.type == .value ? .number : output.type }
      outputs.append(output)
    }
    let stage = Stages(curve: curve, stops: stops, input: input, callSite: call.callSite)
    switch type {
    case .number?: return stage.numbers(outputs.map { $0.number(call.name) })
    case .array(of: .number, count: let count?)?: return stage.lists(outputs.map { $0.list(call.name) }, count: count)
    default:
      throw ExpressionError(
        .typeMismatch, call.name, call.position,
        "values of type \(type?.name ?? "value") cannot be interpolated; outputs must be numbers or lists of numbers")
    }
  }

  /// The stops of `interpolate` and the interpolation between them.
  private struct Stages: Sendable {
    let curve: Curve
    let stops: [Double]
    let input: NumberCode
    let callSite: Call.CallSite

    func numbers(_ outputs: [NumberCode]) -> Compiled {
      Compiled(
        number: { (frame) throws(ExpressionError) in
          let (lower, share) = try stage(frame)
          let low = try outputs[lower](frame)
          guard let share else { return low }
          if lower == 0, share == 0 { return Number(low.value) }
          return Number(low.value + share * (try outputs[lower + 1](frame).value - low.value))
        }, callSite.position)
    }

    func lists(_ outputs: [ListCode], count: Int) -> Compiled {
      Compiled(.array(of: .number, count: count), callSite.position) { (frame) throws(ExpressionError) in
        let (lower, share) = try stage(frame)
        let low = try outputs[lower](frame)
        guard let share, lower > 0 || share > 0 else { return .json(CanonicalJSON.list(low)) }
        let high = try outputs[lower + 1](frame)
        return .json(
          CanonicalJSON.list(
            zip(low, high).map { (low, high) -> PropertyValue in
              let (low, high) = (low.number ?? .nan, high.number ?? .nan)
              return .double(low + share * (high - low))
            }))
      }
    }

    /// The stop at or below the input, and the position of the input between it and the next; nil if it is not between
    /// two.
    private func stage(_ frame: Frame) throws(ExpressionError) -> (stop: Int, share: Double?) {
      if stops.count == 1 { return (0, nil) }
      let number = try input(frame).value
      let upper = try Operators.count(of: stops, upTo: number, callSite)
      if upper == 0 { return (0, nil) }
      if upper == stops.count { return (upper - 1, nil) }
      return (upper - 1, curve.share(of: number, from: stops[upper - 1], to: stops[upper]))
    }
  }
}
