import OvertileCore

extension FeatureExpression {
  /// Compiles a filter: an expression that is true or false, or a filter of MapLibre's legacy language. O(nodes).
  ///
  /// - Throws: an error with the position of the node concerned; also for a filter that mixes both languages, and for one
  ///   that is the same for every feature.
  package init(
    filter syntax: ExpressionSyntax, allowsZoom: Bool = false, computed: [ComputedValue] = []
  ) throws(ExpressionError) {
    let compiler = ExpressionCompiler(
      allowsZoom: allowsZoom, computed: computed.map { ($0.name, $0.expression.syntax) })
    let code: Compiled
    if FilterForm(syntax) == .legacy || syntax.isNone {
      let test = try LegacyFilter(compiler: compiler).compile(syntax)
      code =
        compiler.reads == 0
        ? Compiled(constant: .bool(try test(.empty(EvaluationState()))), syntax.position)
        : Compiled(booleanAt: syntax.position, test)
    } else {
      if let filter = FilterForm.mixed(in: syntax) {
        throw ExpressionError(
          .syntax, "", filter.position,
          "\(CanonicalJSON.text(of: filter)) uses the deprecated filter syntax, which cannot be mixed with expressions")
      }
      code = try compiler.compile(syntax, expecting: .boolean)
    }
    if case .bool(let bool)? = code.constant {
      throw ExpressionError(
        .constant, "", syntax.position,
        "the filter is \(bool) for every feature, because it does not depend on the feature; to compare a property, "
          + #"write ["==", ["get", "category"], "cafe"]"#)
    }
    try self.init(code, compiler, syntax, .filter(allowsZoom: allowsZoom))
  }
}

extension ExpressionSyntax {
  /// Whether this is `["none", ...]`, which only the legacy language has.
  fileprivate var isNone: Bool {
    guard case .array(let items) = content else { return false }
    return items.first?.content == .string("none")
  }
}
