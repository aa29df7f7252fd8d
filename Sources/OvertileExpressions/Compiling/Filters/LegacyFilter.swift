import OvertileCore

/// Compiles filters of MapLibre's legacy language: `["all", ["==", "class", "park"], ["!in", "rank", 1, 2]]`.
///
/// A property that is missing, or of another type than the value it is compared with, makes a comparison false and its
/// negation true; it is never an error.
struct LegacyFilter {
  let compiler: ExpressionCompiler

  private typealias Reader = @Sendable (Frame) throws(ExpressionError) -> PropertyValue?

  /// Compiles a filter.
  func compile(_ syntax: ExpressionSyntax) throws(ExpressionError) -> BooleanCode {
    if case .bool(let bool) = syntax.content { return { _ in bool } }
    guard case .array(let items) = syntax.content, case .string(let name)? = items.first?.content else {
      throw ExpressionError(
        .syntax, "", syntax.position, "a filter must be a list that starts with the name of an operator")
    }
    if FilterForm(syntax) == .expression, name != "none" {
      return try compiler.compile(syntax, expecting: .boolean).boolean("")
    }
    let call = Call(
      name: name, arguments: Array(items.dropFirst()), position: syntax.position, expected: nil, compiler: compiler)
    compiler.depth += 1
    defer { compiler.depth -= 1 }
    try compiler.noteDepth(compiler.depth, at: syntax.position)
    switch name {
    case "all": return try junction(call, stopsAt: false)
    case "any": return try junction(call, stopsAt: true)
    case "none": return Self.not(try junction(call, stopsAt: true))
    case "==": return try equality(call)
    case "!=": return Self.not(try equality(call))
    case "in": return try membership(call)
    case "!in": return Self.not(try membership(call))
    case "has": return try presence(call)
    case "!has": return Self.not(try presence(call))
    default: return try order(call)
    }
  }

  private static func not(_ code: @escaping BooleanCode) -> BooleanCode {
    { (frame) throws(ExpressionError) in !(try code(frame)) }
  }

  private func junction(_ call: Call, stopsAt decisive: Bool) throws(ExpressionError) -> BooleanCode {
    let codes = try call.arguments.map { (argument) throws(ExpressionError) in try compile(argument) }
    return { (frame) throws(ExpressionError) in
      for code in codes where try code(frame) == decisive { return decisive }
      return !decisive
    }
  }

  private func equality(_ call: Call) throws(ExpressionError) -> BooleanCode {
    let key = try key(call)
    let value = try value(call.arguments[1], call)
    if key == "$type" { return try typeTest([value], call) }
    let read = try reader(key, at: call.position)
    return { (frame) throws(ExpressionError) in try read(frame).map { Equality.strictlyEqual($0, value) } ?? false }
  }

  private func membership(_ call: Call) throws(ExpressionError) -> BooleanCode {
    let key = try key(call)
    let values = try call.arguments.dropFirst().map { (argument) throws(ExpressionError) in try value(argument, call) }
    if key == "$type" { return try typeTest(values, call) }
    guard !values.isEmpty else { return { _ in false } }
    let read = try reader(key, at: call.position)
    return { (frame) throws(ExpressionError) in
      guard let found = try read(frame) else { return false }
      return values.contains { Equality.strictlyEqual($0, found) }
    }
  }

  private func presence(_ call: Call) throws(ExpressionError) -> BooleanCode {
    let key = try key(call)
    if key == "$type" { return { _ in true } }
    let read = try reader(key, at: call.position)
    if key == "$id" { return { (frame) throws(ExpressionError) in try read(frame) != .null } }
    return { (frame) throws(ExpressionError) in try read(frame) != nil }
  }

  private func order(_ call: Call) throws(ExpressionError) -> BooleanCode {
    let key = try key(call)
    let value = try value(call.arguments[1], call)
    guard key != "$type" else {
      throw call.error(.syntax, "\"$type\" does not support ordering; use == or in instead")
    }
    let read = try reader(key, at: call.position)
    let holds: @Sendable (Bool, Bool) -> Bool =
      switch call.name {
      case "<": { before, _ in before }
      case "<=": { before, same in before || same }
      case ">": { before, same in !before && !same }
      default: { before, _ in !before }
      }
    if let limit = value.number {
      return { (frame) throws(ExpressionError) in
        try read(frame)?.number.map { holds($0 < limit, $0 == limit) } ?? false
      }
    }
    guard case .string(let limit) = value else {
      throw call.error(
        .typeMismatch, "the value to compare with must be a number or a string", at: call.arguments[1].position)
    }
    return { (frame) throws(ExpressionError) in
      guard case .string(let text)? = try read(frame) else { return false }
      return holds(Equality.precedes(text, limit), ExactText(text) == ExactText(limit))
    }
  }

  /// The code that reads a property, or with `$id` the id; nil if a feature lacks the property.
  private func reader(_ key: String, at position: SourcePosition) throws(ExpressionError) -> Reader {
    if key == "$id" {
      compiler.noteRead()
      return { $0.id }
    }
    if let computed = try compiler.readComputed(key, at: position)?.value {
      return { (frame) throws(ExpressionError) in
        let value = try computed(frame)
        return value == .null ? nil : value
      }
    }
    let slot = compiler.slot(key: key, at: position)
    return { frame in frame.valueIndex(slot: slot).map { frame.columns.properties.values.value($0) } }
  }

  /// Whether the geometry has one of some types.
  private func typeTest(_ values: [PropertyValue], _ call: Call) throws(ExpressionError) -> BooleanCode {
    let types = ["Point", "LineString", "Polygon"].map(PropertyValue.string)
    guard values.allSatisfy(types.contains) else {
      throw call.error(
        .syntax, "\"$type\" must be \"Point\", \"LineString\" or \"Polygon\", which also match the Multi types")
    }
    compiler.noteRead()
    return { frame in values.contains(.string(frame.geometryType?.simpleName ?? "Unknown")) }
  }

  private func key(_ call: Call) throws(ExpressionError) -> String {
    let count = call.name.hasSuffix("has") ? 1 : 2
    guard call.name.hasSuffix("in") ? !call.arguments.isEmpty : call.arguments.count == count else {
      throw call.error(.argumentCount, "expected a property name and \(count == 1 ? "nothing else" : "a value")")
    }
    guard case .string(let key) = call.arguments[0].content else {
      throw call.error(.syntax, "expected a property name as a plain string", at: call.arguments[0].position)
    }
    return key
  }

  private func value(_ syntax: ExpressionSyntax, _ call: Call) throws(ExpressionError) -> PropertyValue {
    guard let value = syntax.plainValue else {
      throw call.error(
        .syntax,
        "a property can only be compared with a plain value; in an expression, read the property with [\"get\", ...]",
        at: syntax.position)
    }
    return value
  }
}
