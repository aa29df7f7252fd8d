/// The properties that an expression expects some features to lack, found in one walk over its syntax: those that it
/// tests with `has`, compares with null, or gives a default (`coalesce`, `typeof`, `to-boolean`, and assertions and
/// conversions with a second argument). One such use counts for all of the expression.
struct ForeseenKeys {
  private(set) var keys: Set<String> = []

  /// Walks over an expression, or a filter of either language, that compiles. O(nodes).
  init(_ syntax: ExpressionSyntax) { visit(syntax, hasDefault: false) }

  private mutating func visit(_ node: ExpressionSyntax, hasDefault: Bool) {
    guard case .array(let items) = node.content, case .string(let name)? = items.first?.content, name != "literal"
    else { return }
    var hasDefault = hasDefault
    switch name {
    case "get" where hasDefault, "has", "!has":
      if items.count > 1, case .string(let key) = items[1].content { keys.insert(key) }
    case "==", "!=":
      let isNull = items.contains { $0.content == .null }
      hasDefault = isNull
      // The legacy language names the property itself.
      if isNull, items.count > 1, case .string(let key) = items[1].content { keys.insert(key) }
    case "coalesce", "typeof", "to-boolean": hasDefault = true
    case "to-number", "number", "string", "boolean", "object": hasDefault = hasDefault || items.count > 2
    case "match", "case": hasDefault = false
    default: break
    }
    for item in items.dropFirst() { visit(item, hasDefault: hasDefault) }
  }
}
