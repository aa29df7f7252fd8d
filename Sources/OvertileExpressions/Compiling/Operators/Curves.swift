import OvertileCore

/// `step` and `interpolate`: functions of a number, defined by stops.
extension Operators {
  static let curves: [String: OperatorRule] = [
    "step": OperatorRule(4..., order: "an input and an output, followed by pairs of a stop and an output", step),
    "interpolate": OperatorRule(
      4..., order: "a curve and an input, followed by pairs of a stop and an output", interpolate),
  ]

  /// The input of a stop: a number that is written out and above the one before.
  private static func stop(
    _ syntax: ExpressionSyntax, after previous: Double?, _ call: Call
  ) throws(ExpressionError) -> Double {
    guard let input = syntax.plainNumber else {
      throw call.error(.syntax, "a stop's input must be a plain number", at: syntax.position)
    }
    if let previous, input <= previous {
      throw call.error(.syntax, "stops must be in strictly ascending order", at: syntax.position)
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

  private static func step(_ call: Call) throws(ExpressionError) -> Compiled {
    let arguments = call.arguments
    let input = try call.number(arguments[0])
    var branches = Branches(call)
    try branches.add(arguments[1])
    var stops: [Double] = []
    for index in stride(from: 2, to: arguments.count, by: 2) {
      stops.append(try stop(arguments[index], after: stops.last, call))
      try branches.add(arguments[index + 1])
    }
    let (codes, callSite) = (branches.codes, call.callSite)
    return Compiled(branches.type, call.position) { [stops] (frame) throws(ExpressionError) in
      try codes[try count(of: stops, upTo: try input(frame).value, callSite)](frame)
    }
  }

  private static func interpolate(_ call: Call) throws(ExpressionError) -> Compiled {
    let arguments = call.arguments
    let curve = try Curve(arguments[0], of: call)
    let input = try call.number(arguments[1])
    var stops: [Double] = []
    var outputs: [Compiled] = []
    // More lenient than MapLibre: an output of unknown type is treated as a number.
    var type = call.demanded
    for index in stride(from: 2, to: arguments.count, by: 2) {
      stops.append(try stop(arguments[index], after: stops.last, call))
      let output = try call.compile(arguments[index + 1], type)
      if type == nil { type = output.type == .value ? .number : output.type }
      outputs.append(output)
    }
    let stage = Stages(curve: curve, stops: stops, input: input, callSite: call.callSite)
    switch type {
    case .number?: return stage.numbers(outputs.map { $0.number(call.name) })
    case .array(of: .number, count: let count?)?: return stage.lists(outputs.map { $0.list(call.name) }, count: count)
    default:
      throw call.error(
        .typeMismatch,
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
      Compiled(numberAt: callSite.position) { (frame) throws(ExpressionError) in
        let (lower, share) = try stage(frame)
        let low = try outputs[lower](frame)
        guard let share else { return low }
        if lower == 0, share == 0 { return Number(low.value) }
        return Number(low.value + share * (try outputs[lower + 1](frame).value - low.value))
      }
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
