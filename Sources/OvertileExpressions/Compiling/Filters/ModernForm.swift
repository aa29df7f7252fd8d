/// A legacy filter written as an expression, for messages.
struct ModernForm {
  private let position: SourcePosition

  /// The text of the expression, or nil for one that has none.
  static func text(of filter: ExpressionSyntax) -> String? {
    ModernForm(position: filter.position).expression(filter).map(CanonicalJSON.text)
  }

  private func expression(_ filter: ExpressionSyntax) -> ExpressionSyntax? {
    guard FilterForm(filter) == .legacy else { return filter }
    guard case .array(let items) = filter.content, case .string(let name)? = items.first?.content else { return nil }
    switch name {
    case "all", "any", "none":
      let parts = items.dropFirst().compactMap(expression)
      let joined = list([string(name == "none" ? "any" : name)] + parts)
      return name == "none" ? negated(joined) : joined
    case "in", "!in":
      guard let value = operand(items) else { return nil }
      let test = list([string("in"), value, list([string("literal"), list(Array(items.dropFirst(2)))])])
      return name == "in" ? test : negated(test)
    case "has", "!has":
      guard items.count == 2 else { return nil }
      let isID = items[1].content == .string("$id")
      let test = isID ? list([string("!="), list([string("id")]), node(.null)]) : list([string("has"), items[1]])
      return name == "has" ? test : negated(test)
    default: return operand(items).map { list([items[0], $0] + items.dropFirst(2)) }
    }
  }

  /// The property or attribute that a filter's second item reads.
  private func operand(_ items: [ExpressionSyntax]) -> ExpressionSyntax? {
    guard items.count > 1, case .string(let key) = items[1].content else { return nil }
    switch key {
    case "$type": return list([string("geometry-type")])
    case "$id": return list([string("id")])
    default: return list([string("get"), items[1]])
    }
  }

  private func negated(_ syntax: ExpressionSyntax) -> ExpressionSyntax { list([string("!"), syntax]) }

  private func list(_ items: [ExpressionSyntax]) -> ExpressionSyntax { node(.array(items)) }

  private func string(_ string: String) -> ExpressionSyntax { node(.string(string)) }

  private func node(_ content: ExpressionSyntax.Content) -> ExpressionSyntax { ExpressionSyntax(content, at: position) }
}
