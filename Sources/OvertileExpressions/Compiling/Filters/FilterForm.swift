/// The language of a filter, one of MapLibre's two.
enum FilterForm {
  /// The legacy language, in which `["==", "class", "park"]` compares a property.
  case legacy
  /// Expressions.
  case expression
  /// One that means the same in both, such as `["has", "class"]`.
  case either

  /// The operators of the legacy language that expressions do not have.
  static let legacyNames = ["!has", "!in", "none"]

  /// Determines the language of a filter by MapLibre's rules; constant time per node that joins filters. One that is
  /// nested too deep is treated as an expression, whose compiler rejects it.
  ///
  /// - Throws: an error for a legacy filter among expressions, which cannot be mixed.
  init(_ syntax: ExpressionSyntax, depth: Int = 0) throws(ExpressionError) {
    self = depth > ExpressionCompiler.maximumDepth ? .expression : .either
    guard self == .either, case .array(let items) = syntax.content, case .string(let name)? = items.first?.content
    else { return }
    switch name {
    case "has" where items.count == 2 && items[1].isString:
      self = [.string("$id"), .string("$type")].contains(items[1].content) ? .legacy : .either
    case "in":
      let isLegacy = items.count < 3 || (items[1].isString && !items[2].isArray)
      self = isLegacy ? .legacy : .expression
    case "!in", "!has": self = .legacy
    case "==", "!=", "<", "<=", ">", ">=":
      self = items.count == 3 && !items[1].isArray && !items[2].isArray ? .legacy : .expression
    case "all", "any", "none", "!", "case":
      var parts = Array(items.dropFirst())
      // The conditions.
      if name == "case" { parts = stride(from: 0, to: parts.count - 1, by: 2).map { parts[$0] } }
      let forms = try parts.map { (part) throws(ExpressionError) in try FilterForm(part, depth: depth + 1) }
      if forms.contains(.expression) || name == "!" || name == "case" {
        self = .expression
      } else {
        self = forms.contains(.legacy) || name == "none" ? .legacy : .either
      }
      if self == .expression, name != "none", let index = forms.firstIndex(of: .legacy) {
        throw ExpressionError(
          .syntax, "", parts[index].position,
          "\(CanonicalJSON.text(of: parts[index])) uses the deprecated filter syntax, which cannot be mixed with "
            + "expressions")
      }
    default: self = .expression
    }
  }
}

extension ExpressionSyntax {
  var isArray: Bool { if case .array = content { true } else { false } }
  var isString: Bool { if case .string = content { true } else { false } }
}
