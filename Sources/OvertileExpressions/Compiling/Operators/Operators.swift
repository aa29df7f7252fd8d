import OvertileSearching

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

/// The number of arguments of an operator.
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
    case .between(let least, let most) where most == least + 1: "\(least) or \(most) arguments"
    case .between(let least, let most): "\(least) to \(most) arguments"
    case .atLeast(1): "at least 1 argument"
    case .atLeast(let least): "at least \(least) arguments"
    }
  }
}

/// All operators by name.
enum Operators {
  static let table: [String: OperatorRule] =
    [
      lookup, logic, comparison, decision, curves, arithmetic, rounding, strings, conversion, membership, lists,
      variables, locales, formats, geometry,
    ]
    .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } }

  /// The names, sorted.
  static let names = table.keys.sorted()

  /// MapLibre's operators that are for drawing, sorted: colors, images, formatted text and the state of a map while it
  /// draws.
  static let drawing = [
    "accumulated", "elevation", "feature-state", "format", "global-state", "heatmap-density", "hsl", "hsla", "image",
    "interpolate-hcl", "interpolate-lab", "is-supported-script", "line-progress", "rgb", "rgba", "sky-radial-progress",
    "to-color", "to-rgba",
  ]

  /// Our names for operators of other languages.
  private static let foreign = [
    "=": "==", "===": "==", "eq": "==", "is": "==", "equals": "==", "!==": "!=", "<>": "!=", "ne": "!=", "gt": ">",
    "gte": ">=", "lt": "<", "lte": "<=", "and": "all", "&&": "all", "&": "all", "or": "any", "||": "any", "|": "any",
    "not": "!", "isin": "in", "add": "+", "if": "case", "mod": "%", "pow": "^", "**": "^",
  ]

  /// The operator for another language's name; nil if there is none.
  static func own(_ name: String) -> String? { foreign[name.lowercased()] }

  /// The reason that there is no operator with the name at the start of a list.
  static func unknown(
    _ name: String, in items: [ExpressionSyntax], at position: SourcePosition
  ) -> ExpressionError {
    if name == "accumulated" {
      return ExpressionError(
        .drawing, "", position,
        "the operator \"accumulated\" is for drawing a map; `sum`, `max` and the other operations of `aggregates` accumulate "
          + "by themselves, as in {sum: [\"get\", \"visits\"]}")
    }
    if drawing.contains(name) {
      return ExpressionError(
        .drawing, "", position, "the operator \"\(name)\" is for drawing a map, and has no meaning where data is made")
    }
    if let advice = ForeignCall.advice(name, items) {
      return ExpressionError(.unknownOperator, "", position, "unknown operator \"\(name)\"; \(advice)")
    }
    if let own = own(name) {
      return ExpressionError(.unknownOperator, "", position, "unknown operator \"\(name)\"; write \"\(own)\"")
    }
    let suggestion = NearestName.suggestion(for: name, among: names)
    let advice = CallAdvice.text(for: items).map { "; \($0)" } ?? ""
    return ExpressionError(.unknownOperator, "", position, "unknown operator \"\(name)\"" + suggestion + advice)
  }
}
