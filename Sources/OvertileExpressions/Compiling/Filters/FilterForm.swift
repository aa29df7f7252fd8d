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
  init(_ syntax: ExpressionSyntax) {
    self.init(syntax, depth: 0)
  }

  private init(_ syntax: ExpressionSyntax, depth: Int) {
    guard depth <= ExpressionCompiler.maximumDepth else {
      self = .expression
      return
    }
    guard case .array(let items) = syntax.content, case .string(let name)? = items.first?.content else {
      self = .either
      return
    }
    switch name {
    case "has": self = Self.has(items)
    case "in":
      let isLegacy = items.count < 3 || (items[1].isString && !items[2].isArray)
      self = isLegacy ? .legacy : .expression
    case "!in", "!has": self = .legacy
    case "==", "!=", "<", "<=", ">", ">=":
      self = items.count == 3 && !items[1].isArray && !items[2].isArray ? .legacy : .expression
    case "all", "any", "none":
      let forms = items.dropFirst().map { FilterForm($0, depth: depth + 1) }
      if forms.contains(.expression) {
        self = .expression
      } else {
        self = forms.contains(.legacy) || name == "none" ? .legacy : .either
      }
    default: self = .expression
    }
  }

  private static func has(_ items: [ExpressionSyntax]) -> FilterForm {
    guard items.count == 2, case .string(let key) = items[1].content else { return .expression }
    return key == "$id" || key == "$type" ? .legacy : .either
  }

  /// The first legacy filter among expressions, which cannot be mixed.
  static func mixed(in syntax: ExpressionSyntax, depth: Int = 0) -> ExpressionSyntax? {
    guard depth <= ExpressionCompiler.maximumDepth, case .array(let items) = syntax.content,
      case .string(let name)? = items.first?.content
    else { return nil }
    let parts: [ExpressionSyntax]
    switch name {
    case "all", "any", "none", "!": parts = Array(items.dropFirst())
    case "case": parts = stride(from: 1, to: items.count - 1, by: 2).map { items[$0] }
    default: return nil
    }
    for part in parts {
      if FilterForm(part) == .legacy { return part }
      if let mixed = mixed(in: part, depth: depth + 1) { return mixed }
    }
    return nil
  }
}

extension ExpressionSyntax {
  var isArray: Bool { if case .array = content { true } else { false } }
  var isString: Bool { if case .string = content { true } else { false } }
}
