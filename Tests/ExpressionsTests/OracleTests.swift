import OvertileCore
import OvertileExpressions
import TestSupport
import Testing

/// Random trees of numbers and booleans against a direct interpreter of the syntax.
@Suite struct OracleTests {
  @Test func randomTreesEqualTheInterpreter() throws {
    var (values, failures) = (0, 0)
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let syntax = random.numeric(depth: 4)
      let properties: [String: PropertyValue] = [
        "a": .int(Int64.random(in: -3...3, using: &random)), "b": .double(.random(in: -9...9, using: &random)),
        "c": .string("c"),
      ]
      let expected = Interpreter(properties: properties).evaluate(syntax)
      switch (Outcome(syntax, Sample.batch(properties), options: .init(expected: .number)), expected) {
      case (.value(let value), .number(let number)):
        values += 1
        #expect(value.number == number, "seed \(seed)")
      case (.failed, nil), (.failed, .other), (.rejected(.notFinite), _): failures += 1
      case (.failed(.notFinite), .number(let number)):
        failures += 1
        #expect(!number.isFinite, "seed \(seed)")
      case (let outcome, let expected):
        Issue.record("seed \(seed): \(outcome), expected \(String(describing: expected))")
      }
    }
    #expect(values > 500 && failures > 100, "the generator makes both kinds: \(values), \(failures)")
  }
}

/// The state of the interpreter.
private enum Plain: Equatable {
  case number(Double)
  case boolean(Bool)
  case other
}

/// Evaluates syntax by the text of the specification, without types and compilation; nil is an error.
private struct Interpreter {
  let properties: [String: PropertyValue]

  func evaluate(_ syntax: ExpressionSyntax) -> Plain? {
    switch syntax.content {
    case .int(let int): return .number(Double(int))
    case .double(let double): return .number(double)
    case .bool(let bool): return .boolean(bool)
    case .array(let items):
      guard case .string(let name) = items[0].content else { return nil }
      return call(name, Array(items.dropFirst()))
    default: return .other
    }
  }

  private func number(_ syntax: ExpressionSyntax) -> Double? {
    guard case .number(let number) = evaluate(syntax) else { return nil }
    return number
  }

  private func call(_ name: String, _ arguments: [ExpressionSyntax]) -> Plain? {
    switch name {
    case "get":
      guard case .string(let key) = arguments[0].content else { return nil }
      return properties[key]?.number.map(Plain.number) ?? .other
    case "case":
      guard case .boolean(let condition) = evaluate(arguments[0]) else { return nil }
      return evaluate(arguments[condition ? 1 : 2])
    case "<", ">=":
      guard let a = number(arguments[0]), let b = number(arguments[1]) else { return nil }
      return .boolean(name == "<" ? a < b : a >= b)
    case "all":
      for argument in arguments {
        guard case .boolean(let value) = evaluate(argument) else { return nil }
        if !value { return .boolean(false) }
      }
      return .boolean(true)
    default:
      var numbers: [Double] = []
      for argument in arguments {
        guard let number = number(argument) else { return nil }
        numbers.append(number)
      }
      return .number(combine(name, numbers))
    }
  }

  private func combine(_ name: String, _ n: [Double]) -> Double {
    switch name {
    case "+": n.reduce(0, +)
    case "*": n.reduce(1, *)
    case "-": n[0] - n[1]
    case "/": n[0] / n[1]
    case "%": n[1] == 0 ? .nan : n[0] - n[1] * (n[0] / n[1]).rounded(.towardZero)
    case "max": n.contains { $0.isNaN } ? .nan : n.max() ?? .nan
    case "floor": n[0].rounded(.down)
    case "round": n[0] < 0 ? -(-n[0] + 0.5).rounded(.down) : (n[0] + 0.5).rounded(.down)
    default: .nan
    }
  }
}

extension SeededRandom {
  /// A random tree with a number as result; whole constants keep `%` of the interpreter exact.
  fileprivate mutating func numeric(depth: Int) -> ExpressionSyntax {
    if depth == 0 || Int.random(in: 0..<6, using: &self) == 0 {
      switch Int.random(in: 0..<8, using: &self) {
      case 0: return ["get", "a"]
      case 1: return ["get", "b"]
      case 2: return Int.random(in: 0..<8, using: &self) == 0 ? ["get", "c"] : 2
      default: return ExpressionSyntax(integerLiteral: Int64.random(in: -4...4, using: &self))
      }
    }
    let d = depth - 1
    switch Int.random(in: 0..<9, using: &self) {
    case 0: return ["+", numeric(depth: d), numeric(depth: d), numeric(depth: d)]
    case 1: return ["*", numeric(depth: d), numeric(depth: d)]
    case 2: return ["-", numeric(depth: d), numeric(depth: d)]
    case 3: return ["/", numeric(depth: d), ["get", "a"]]
    case 4: return ["%", ["floor", ["get", "a"]], ["round", ["get", "a"]]]
    case 5: return ["max", numeric(depth: d), numeric(depth: d)]
    case 6: return ["floor", numeric(depth: d)]
    case 7: return ["round", numeric(depth: d)]
    default: return ["case", truth(depth: d), numeric(depth: d), numeric(depth: d)]
    }
  }

  fileprivate mutating func truth(depth: Int) -> ExpressionSyntax {
    switch depth == 0 ? 0 : Int.random(in: 0..<3, using: &self) {
    case 0: return ["<", numeric(depth: 0), numeric(depth: 0)]
    case 1: return [">=", numeric(depth: depth - 1), numeric(depth: depth - 1)]
    default: return ["all", truth(depth: depth - 1), truth(depth: depth - 1)]
    }
  }
}
