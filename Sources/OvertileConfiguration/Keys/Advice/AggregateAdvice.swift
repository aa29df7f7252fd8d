import OvertileExpressions

/// Translates aggregates of other programs: a list in place of our operation and expression, such as in Mapbox's
/// `clusterProperties`.
enum AggregateAdvice {
  /// Our operation for an operator that joins two values.
  private static let operations = [
    "+": "sum", "max": "max", "min": "min", "any": "any", "all": "all", "concat": "distinct", "coalesce": "first",
  ]

  /// The replacement for a list; nothing if it is not an aggregate of a known form.
  static func text(for items: [ExpressionSyntax]) -> String {
    guard let (operation, taken) = aggregate(items) else {
      return "; write {OPERATION: EXPRESSION}, as in {sum: [\"get\",\"visits\"]}"
    }
    return "; write {\(operation): \(CanonicalJSON.text(of: taken))}"
  }

  /// `["+", value]`, `["+", ["accumulated"], value]`, `[["+", ["accumulated"], ["get", name]], value]` and `[sum, name]`.
  private static func aggregate(_ items: [ExpressionSyntax]) -> (operation: String, taken: ExpressionSyntax)? {
    if items.count == 2, case .array(let join)? = items.first?.content, let operation = operation(join) {
      return (operation, items[1])
    }
    guard let operation = operation(items) else { return nil }
    let taken = items.dropFirst().filter { !isAccumulated($0) }
    return taken.count == 1 ? (operation, taken[taken.startIndex]) : nil
  }

  private static func operation(_ items: [ExpressionSyntax]) -> String? {
    guard case .string(let name)? = items.first?.content else { return nil }
    return AggregateOperation.names.contains(name) ? name : operations[name]
  }

  private static func isAccumulated(_ syntax: ExpressionSyntax) -> Bool {
    guard case .array(let items) = syntax.content else { return false }
    return items.first?.content == .string("accumulated")
  }
}
