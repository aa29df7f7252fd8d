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
    let expression = try syntax.withoutLegacyFilters()
    if expression == syntax, let filter = FilterForm.mixed(in: syntax) {
      throw ExpressionError(
        .syntax, "", filter.position,
        "\(CanonicalJSON.text(of: filter)) uses the deprecated filter syntax, which cannot be mixed with expressions")
    }
    let code = try compiler.compile(expression, expecting: .boolean)
    if case .bool(let bool)? = code.constant {
      throw ExpressionError(
        .constant, "", syntax.position,
        "the filter is \(bool) for every feature, because it does not depend on the feature; to compare a property, "
          + #"write ["==", ["get", "category"], "cafe"]"#)
    }
    try self.init(code, compiler, syntax, .filter(allowsZoom: allowsZoom))
  }
}
