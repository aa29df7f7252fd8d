import OvertileCore

extension FeatureExpression {
  /// Compiles a filter: an expression that is true or false, or a filter of MapLibre's legacy language. O(nodes).
  ///
  /// - Throws: an error with the position of the node concerned; also for a filter that mixes both languages, and for one
  ///   that is the same for every feature.
  package init(
    filter syntax: ExpressionSyntax, allowsZoom: Bool = false, computed: [ComputedValue] = []
  ) throws(ExpressionError) {
    var compiler = ExpressionCompiler(
      allowsZoom: allowsZoom, computed: computed.map { ($0.name, $0.expression.syntax) })
    let code: Compiled
    if FilterForm(syntax) == .legacy || syntax.isNone {
      var legacy = LegacyFilter(compiler: compiler)
      let test = try legacy.compile(syntax)
      compiler = legacy.compiler
      code =
        compiler.reads == 0
        ? Compiled(constant: .bool(try test(.empty)), syntax.position) : Compiled(boolean: test, syntax.position)
    } else {
      if let mixed = FilterForm.mixed(in: syntax) { throw Self.mixed(mixed) }
      code = try compiler.compile(syntax, expecting: .boolean)
    }
    if case .bool(let bool)? = code.constant { throw Self.constant(bool, syntax) }
    try self.init(code, compiler, syntax, .filter(allowsZoom: allowsZoom))
  }

  private static func mixed(_ filter: ExpressionSyntax) -> ExpressionError {
    ExpressionError(
      .syntax, "", filter.position,
      "\(CanonicalJSON.text(of: filter)) uses the deprecated filter syntax, which cannot be mixed with expressions")
  }

  private static func constant(_ value: Bool, _ syntax: ExpressionSyntax) -> ExpressionError {
    ExpressionError(
      .constant, "", syntax.position,
      "the filter is \(value) for every feature, because it does not depend on the feature; to compare a property, "
        + "write "
        + #"["==", ["get", "category"], "cafe"]"#)
  }
}

extension Frame {
  /// No feature.
  fileprivate static var empty: Frame {
    Frame(columns: .empty, feature: 0, zoom: nil, state: EvaluationState())
  }
}

extension ExpressionSyntax {
  /// Whether this is `["none", ...]`, which only the legacy language has.
  fileprivate var isNone: Bool {
    guard case .array(let items) = content else { return false }
    return items.first?.content == .string("none")
  }
}
