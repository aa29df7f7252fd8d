extension ExpressionSyntax {
  /// The expression for a filter of MapLibre's legacy language: `["all", ["has", "class"], ["!in", "rank", 1, 2]]`.
  ///
  /// A property that is missing, or of another type than the value it is compared with, makes a comparison false and its
  /// negation true; it is never an error. One that is nested too deep is left for the compiler to reject.
  ///
  /// - Throws: an error for a filter that compares what it cannot, or that mixes the languages.
  func withoutLegacyFilters(depth: Int = 0) throws(ExpressionError) -> ExpressionSyntax {
    guard depth <= ExpressionCompiler.maximumDepth, case .array(let items) = content,
      case .string(let name)? = items.first?.content, try FilterForm(self) == .legacy || name == "none"
    else { return self }
    let arguments = Array(items.dropFirst())
    switch name {
    case "all", "any", "none":
      let parts = try arguments.map { (part) throws(ExpressionError) in
        try part.withoutLegacyFilters(depth: depth + 1)
      }
      return name == "none" ? call("!", [call("any", parts)]) : call(name, parts)
    case "!=": return call("!", [try legacyTest("==", arguments)])
    case "!in", "!has": return call("!", [try legacyTest(String(name.dropFirst()), arguments)])
    default: return try legacyTest(name, arguments)
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
}
