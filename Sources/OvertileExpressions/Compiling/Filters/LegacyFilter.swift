import OvertileCore

/// Compiles filters of MapLibre's legacy language: `["all", ["==", "class", "park"], ["!in", "rank", 1, 2]]`.
///
/// A property that is missing, or of another type than the value it is compared with, makes a comparison false and its
/// negation true; it is never an error.
struct LegacyFilter {
  var compiler: ExpressionCompiler

  /// Compiles a filter.
  mutating func compile(_ syntax: ExpressionSyntax) throws(ExpressionError) -> BooleanCode {
    if case .bool(let bool) = syntax.content { return { _ in bool } }
    guard case .array(let items) = syntax.content, case .string(let name)? = items.first?.content else {
      throw ExpressionError(
        .syntax, "", syntax.position,
        "a filter must be a list that starts with the name of an operator")
    }
    if FilterForm(syntax) == .expression, name != "none" {
      return try compiler.compile(syntax, expecting: .boolean).boolean("")
    }
    let arguments = Array(items.dropFirst())
    compiler.depth += 1
    defer { compiler.depth -= 1 }
    try compiler.noteDepth(compiler.depth, at: syntax.position)
    switch name {
    case "all": return try junction(arguments, stopsAt: false)
    case "any": return try junction(arguments, stopsAt: true)
    case "none": return Self.not(try junction(arguments, stopsAt: true))
    case "==": return try equality(name, arguments, syntax.position)
    case "!=": return Self.not(try equality(name, arguments, syntax.position))
    case "in": return try membership(name, arguments, syntax.position)
    case "!in": return Self.not(try membership(name, arguments, syntax.position))
    case "has": return try presence(name, arguments, syntax.position)
    case "!has": return Self.not(try presence(name, arguments, syntax.position))
    default: return try order(name, arguments, syntax.position)
    }
  }

  private static func not(_ code: @escaping BooleanCode) -> BooleanCode {
    { (frame) throws(ExpressionError) in !(try code(frame)) }
  }

  private mutating func junction(
    _ arguments: [ExpressionSyntax], stopsAt decisive: Bool
  ) throws(ExpressionError) -> BooleanCode {
    var codes: [BooleanCode] = []
    for argument in arguments { codes.append(try compile(argument)) }
    return { [codes] (frame) throws(ExpressionError) in
      for code in codes where try code(frame) == decisive { return decisive }
      return !decisive
    }
  }

  private mutating func equality(
    _ name: String, _ arguments: [ExpressionSyntax], _ position: SourcePosition
  ) throws(ExpressionError) -> BooleanCode {
    let key = try key(name, arguments, position)
    let value = try value(arguments[1], name)
    if key == "$type" { return try typeTest([value], name, position) }
    let read = try reader(key, at: position)
    return { (frame) throws(ExpressionError) in try read(frame).map { Equality.strictlyEqual($0, value) } ?? false }
  }

  private mutating func membership(
    _ name: String, _ arguments: [ExpressionSyntax], _ position: SourcePosition
  ) throws(ExpressionError) -> BooleanCode {
    let key = try key(name, arguments, position)
    var values: [PropertyValue] = []
    for argument in arguments.dropFirst() { values.append(try value(argument, name)) }
    if key == "$type" { return try typeTest(values, name, position) }
    guard !values.isEmpty else { return { _ in false } }
    let read = try reader(key, at: position)
    return { [values] (frame) throws(ExpressionError) in
      guard let found = try read(frame) else { return false }
      return values.contains { Equality.strictlyEqual($0, found) }
    }
  }

  private mutating func presence(
    _ name: String, _ arguments: [ExpressionSyntax], _ position: SourcePosition
  ) throws(ExpressionError) -> BooleanCode {
    let key = try key(name, arguments, position)
    if key == "$type" { return { _ in true } }
    let read = try reader(key, at: position)
    if key == "$id" { return { (frame) throws(ExpressionError) in try read(frame) != .null } }
    return { (frame) throws(ExpressionError) in try read(frame) != nil }
  }

  private mutating func order(
    _ name: String, _ arguments: [ExpressionSyntax], _ position: SourcePosition
  ) throws(ExpressionError) -> BooleanCode {
    let key = try key(name, arguments, position)
    let value = try value(arguments[1], name)
    guard key != "$type" else {
      throw ExpressionError(.syntax, name, position, "\"$type\" does not support ordering; use == or in instead")
    }
    let read = try reader(key, at: position)
    let holds: @Sendable (Bool, Bool) -> Bool =
      switch name {
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
      throw ExpressionError(
        .typeMismatch, name, arguments[1].position,
        "the value to compare with must be a number or a string")
    }
    return { (frame) throws(ExpressionError) in
      guard case .string(let text)? = try read(frame) else { return false }
      return holds(Equality.precedes(text, limit), Equality.equal(text, limit))
    }
  }

  /// The code that reads a property, or with `$id` the id; nil if a feature lacks the property.
  private mutating func reader(
    _ key: String, at position: SourcePosition
  ) throws(ExpressionError) -> @Sendable (Frame) throws(ExpressionError) -> PropertyValue? {
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
  private mutating func typeTest(
    _ values: [PropertyValue], _ name: String, _ position: SourcePosition
  ) throws(ExpressionError) -> BooleanCode {
    let types = ["Point", "LineString", "Polygon"]
    guard values.allSatisfy({ value in types.contains { .string($0) == value } }) else {
      throw ExpressionError(
        .syntax, name, position,
        "\"$type\" must be \"Point\", \"LineString\" or \"Polygon\", which also match the Multi types")
    }
    compiler.noteRead()
    return { frame in values.contains(.string(frame.geometryType?.simpleName ?? "Unknown")) }
  }

  private func key(
    _ name: String, _ arguments: [ExpressionSyntax], _ position: SourcePosition
  ) throws(ExpressionError) -> String {
    let count = name.hasSuffix("has") ? 1 : 2
    guard name.hasSuffix("in") ? !arguments.isEmpty : arguments.count == count else {
      throw ExpressionError(
        .argumentCount, name, position, "expected a property name and \(count == 1 ? "nothing else" : "a value")")
    }
    guard case .string(let key) = arguments[0].content else {
      throw ExpressionError(
        .syntax, name, arguments[0].position, "expected a property name as a plain string")
    }
    return key
  }

  private func value(_ syntax: ExpressionSyntax, _ name: String) throws(ExpressionError) -> PropertyValue {
    switch syntax.content {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .string(let string): return .string(string)
    case .array, .object:
      throw ExpressionError(
        .syntax, name, syntax.position,
        "a property can only be compared with a plain value; in an expression, read the property with [\"get\", ...]")
    }
  }
}
