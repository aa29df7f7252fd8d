extension ExpressionSyntax {
  /// The operators of MapLibre's legacy filters that expressions do not have.
  static let legacyFilterNames = ["!has", "!in", "none"]

  /// The expression for a filter, in which MapLibre's legacy tests such as `["==", "class", "park"]` become expressions:
  /// the filter itself, and those that `all`, `any`, `none`, `!` and the conditions of `case` join.
  ///
  /// A property that is missing, or of another type than the value it is compared with, makes a legacy test false and its
  /// negation true; it is never an error. One that is nested too deep is left for the compiler to reject. O(nodes).
  ///
  /// - Throws: an error for a legacy test that compares what it cannot.
  func withoutLegacyFilters(depth: Int = 0) throws(ExpressionError) -> ExpressionSyntax {
    guard depth <= ExpressionCompiler.maximumDepth, case .array(let items) = content,
      case .string(let name)? = items.first?.content
    else { return self }
    var arguments = Array(items.dropFirst())
    switch name {
    case "all", "any", "none", "!", "case":
      // The conditions of `case` come before outputs, and the last argument is its fallback.
      let end = name == "case" ? arguments.count - 1 : arguments.count
      for index in stride(from: 0, to: end, by: name == "case" ? 2 : 1) {
        arguments[index] = try arguments[index].withoutLegacyFilters(depth: depth + 1)
      }
      return name == "none" ? call("!", [call("any", arguments)]) : call(name, arguments)
    case "!in", "!has": return call("!", [try legacyTest(String(name.dropFirst()), arguments)])
    case "==", "!=", "<", "<=", ">", ">=":
      guard arguments.count == 2, !arguments.contains(where: \.isArray) else { return self }
      return name == "!=" ? call("!", [try legacyTest("==", arguments)]) : try legacyTest(name, arguments)
    case "in":
      let isLegacy = arguments.count < 2 || arguments[0].isString && !arguments[1].isArray
      return isLegacy ? try legacyTest(name, arguments) : self
    case "has" where [[Content.string("$id")], [.string("$type")]].contains(arguments.map(\.content)):
      return try legacyTest(name, arguments)
    default: return self
    }
  }

  private func call(_ name: String, _ arguments: [ExpressionSyntax] = []) -> ExpressionSyntax {
    ExpressionSyntax(.array([ExpressionSyntax(.string(name), at: position)] + arguments), at: position)
  }

  /// The expression for a test of a property, of the id (`$id`) or of the type of the geometry (`$type`).
  private func legacyTest(_ name: String, _ arguments: [ExpressionSyntax]) throws(ExpressionError) -> ExpressionSyntax {
    guard case .string(let key)? = arguments.first?.content, name != "has" || arguments.count == 1 else {
      throw ExpressionError(
        .syntax, name, position, "expected a property name as a plain string, and the values to compare with")
    }
    let values = arguments.dropFirst()
    for value in values where value.plainValue == nil {
      throw ExpressionError(
        .syntax, name, value.position,
        "a property can only be compared with a plain value; in an expression, read the property with [\"get\", ...]")
    }
    let has = call("has", [arguments[0]])
    let null = ExpressionSyntax(.null, at: position)
    switch key {
    case "$type":
      if name == "has" { return ExpressionSyntax(.bool(true), at: position) }
      let types: [Content] = [.string("Point"), .string("LineString"), .string("Polygon")]
      guard ["==", "in"].contains(name), values.allSatisfy({ types.contains($0.content) }) else {
        throw ExpressionError(
          .syntax, name, position,
          "\"$type\" can only be equal to \"Point\", \"LineString\" or \"Polygon\", which also match the Multi types")
      }
      return call("any", values.map { call("==", [call("geometry-type"), $0]) })
    case "$id":
      return name == "has" ? call("!=", [call("id"), null]) : try comparison(name, of: call("id"), with: values)
    default:
      if name == "has" { return has }
      let test = try comparison(name, of: call("get", [arguments[0]]), with: values)
      // A property that is missing reads as null, too.
      return values.contains { $0.content == .null } ? call("all", [has, test]) : test
    }
  }

  private func comparison(
    _ name: String, of operand: ExpressionSyntax, with values: ArraySlice<ExpressionSyntax>
  ) throws(ExpressionError) -> ExpressionSyntax {
    guard name != "==", name != "in", let limit = values.first else {
      return call("any", values.map { call("==", [operand, $0]) })
    }
    let type =
      switch limit.content {
      case .int, .double: "number"
      case .string: "string"
      default:
        throw ExpressionError(
          .typeMismatch, name, limit.position, "the value to compare with must be a number or a string")
      }
    let hasType = call("==", [call("typeof", [operand]), ExpressionSyntax(.string(type), at: position)])
    return call("all", [hasType, call(name, [operand, limit])])
  }

  private var isArray: Bool { if case .array = content { true } else { false } }
  private var isString: Bool { if case .string = content { true } else { false } }
}
