/// How an operator is compiled.
struct OperatorRule: Sendable {
  let arity: Arity
  let compile: @Sendable (Call, inout ExpressionCompiler) throws(ExpressionError) -> Compiled

  init(
    _ arity: Arity,
    _ compile: @escaping @Sendable (Call, inout ExpressionCompiler) throws(ExpressionError) -> Compiled
  ) {
    self.arity = arity
    self.compile = compile
  }
}

/// How many arguments an operator takes.
enum Arity: Sendable {
  case exactly(Int)
  case between(Int, Int)
  case atLeast(Int)

  func contains(_ count: Int) -> Bool {
    switch self {
    case .exactly(let wanted): count == wanted
    case .between(let least, let most): (least...most).contains(count)
    case .atLeast(let least): count >= least
    }
  }

  var description: String {
    switch self {
    case .exactly(1): "1 argument"
    case .exactly(let wanted): "\(wanted) arguments"
    case .between(let least, let most): "\(least) to \(most) arguments"
    case .atLeast(1): "at least 1 argument"
    case .atLeast(let least): "at least \(least) arguments"
    }
  }
}

/// All operators by name.
enum Operators {
  static let table: [String: OperatorRule] =
    [lookup, logic, comparison, decision, curves, arithmetic, rounding, strings, conversion, membership]
    .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } }

  /// The names, sorted.
  static let names = table.keys.sorted()
}

extension FeatureExpression {
  /// The names of all operators, sorted.
  public static var operatorNames: [String] { Operators.names }
}
