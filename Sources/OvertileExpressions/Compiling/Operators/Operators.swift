import OvertileCore

/// How an operator is compiled.
struct OperatorRule: Sendable {
  /// The numbers of arguments that it accepts.
  private let counts: Range<Int>
  /// The order of the arguments, of an operator that takes pairs beside the least that it needs.
  private let order: String?
  let compile: @Sendable (Call) throws(ExpressionError) -> Compiled

  init(
    _ counts: some RangeExpression<Int>, order: String? = nil,
    _ compile: @escaping @Sendable (Call) throws(ExpressionError) -> Compiled
  ) {
    self.counts = counts.relative(to: 0..<Int.max)
    (self.order, self.compile) = (order, compile)
  }

  init(_ count: Int, _ compile: @escaping @Sendable (Call) throws(ExpressionError) -> Compiled) {
    self.init(count...count, compile)
  }

  /// Whether it accepts a number of arguments.
  func accepts(_ count: Int) -> Bool {
    counts.contains(count) && (order == nil || (count - counts.lowerBound) % 2 == 0)
  }

  /// The number of arguments in words.
  var arity: String {
    if counts.upperBound == .max {
      return "at least \(Counted.text(counts.lowerBound, "argument"))" + (order.map { " (\($0))" } ?? "")
    }
    return counts.count == 1
      ? Counted.text(counts.lowerBound, "argument") : "\(counts.lowerBound) or \(counts.upperBound - 1) arguments"
  }
}

/// All operators by name.
enum Operators {
  static let table: [String: OperatorRule] =
    [
      lookup, comparison, decision, curves, arithmetic, strings, conversion, membership, lists, variables, geometry,
    ]
    .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } }

  /// The names, sorted.
  static let names = table.keys.sorted()

  /// MapLibre's operators that are rejected by name: those for drawing (colors, images, formatted text and the state of a
  /// map while it draws) and those whose results depend on the rules of a language.
  static let rejected: [(names: [String], reason: String)] = [
    (
      [
        "accumulated", "elevation", "feature-state", "format", "global-state", "heatmap-density", "hsl", "hsla",
        "image", "interpolate-hcl", "interpolate-lab", "is-supported-script", "line-progress", "rgb", "rgba",
        "sky-radial-progress", "to-color", "to-rgba",
      ], "it is for drawing maps"
    ),
    (["collator", "number-format", "resolved-locale"], "it depends on a language that only the map knows"),
  ]

  /// Our names for operators of other languages.
  private static let foreign = [
    "=": "==", "===": "==", "eq": "==", "!==": "!=", "<>": "!=", "ne": "!=", "gt": ">", "gte": ">=", "lt": "<",
    "lte": "<=", "and": "all", "&&": "all", "or": "any", "||": "any", "not": "!", "if": "case", "lower": "downcase",
    "upper": "upcase", "mod": "%", "pow": "^", "**": "^",
  ]

  /// The reason that there is no operator of a name.
  static func unknown(_ name: String, at position: SourcePosition) -> ExpressionError {
    if let reason = rejected.first(where: { $0.names.contains(name) })?.reason {
      return ExpressionError(
        .unsupported, "", position, "the operator \"\(name)\" is not supported, because \(reason)")
    }
    if let own = foreign[name.lowercased()] {
      return ExpressionError(.unknownOperator, "", position, "unknown operator \"\(name)\"; write \"\(own)\"")
    }
    let suggestion = NearestName.suggestion(for: name, among: names)
    let advice = suggestion.isEmpty ? "; write a list of values as [\"literal\", [...]]" : suggestion
    return ExpressionError(.unknownOperator, "", position, "unknown operator \"\(name)\"" + advice)
  }
}
