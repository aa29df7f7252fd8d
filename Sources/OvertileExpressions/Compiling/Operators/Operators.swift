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

  /// MapLibre's operators that are for drawing, sorted: colors, images, formatted text and the state of a map while it
  /// draws.
  static let drawing = [
    "accumulated", "elevation", "feature-state", "format", "global-state", "heatmap-density", "hsl", "hsla", "image",
    "interpolate-hcl", "interpolate-lab", "is-supported-script", "line-progress", "rgb", "rgba", "sky-radial-progress",
    "to-color", "to-rgba",
  ]

  /// MapLibre's operators whose results depend on the rules of a language, sorted.
  static let ofLanguages = ["collator", "number-format", "resolved-locale"]

  /// Our names for operators of other languages.
  private static let foreign = [
    "=": "==", "===": "==", "eq": "==", "!==": "!=", "<>": "!=", "ne": "!=", "gt": ">", "gte": ">=", "lt": "<",
    "lte": "<=", "and": "all", "&&": "all", "or": "any", "||": "any", "not": "!", "if": "case", "lower": "downcase",
    "upper": "upcase", "mod": "%", "pow": "^", "**": "^",
  ]

  /// The reason that there is no operator of a name.
  static func unknown(_ name: String, at position: SourcePosition) -> ExpressionError {
    let rejected = [
      (drawing, "it is for drawing maps"), (ofLanguages, "it depends on a language that only the map knows"),
    ]
    if let (_, reason) = rejected.first(where: { names, _ in names.contains(name) }) {
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
