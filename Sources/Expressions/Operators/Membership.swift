import Features

/// `in` and `length`, over strings and lists.
extension Operators {
  static let membership: [String: OperatorRule] = [
    "in": OperatorRule(.exactly(2), contains),
    "length": OperatorRule(.exactly(1), length),
  ]

  /// Whether a list has an element equal to the first argument, or a string contains its text.
  private static func contains(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let needle = try compiler.compile(call.arguments[0], for: call.name)
    let haystack = try compiler.compile(call.arguments[1], for: call.name)
    guard needle.type != .array, needle.type != .object else {
      throw ExpressionError(
        .typeMismatch, call.name, needle.position,
        "looks for a boolean, number, string or null, not \(needle.type.rawValue)")
    }
    guard [.value, .string, .array, .null].contains(haystack.type) else {
      throw ExpressionError(
        .typeMismatch, call.name, haystack.position, "looks in a string or list, not \(haystack.type.rawValue)")
    }
    if case .json(let text)? = haystack.constant, let elements = JSONElements.elements(of: text) {
      let code = needle.value
      return Compiled(
        boolean: { (frame) throws(ExpressionError) in
          let value = try code(frame)
          return elements.contains { Equality.equal($0, value) }
        }, call.position)
    }
    return Compiled(boolean: search(call, needle.value, haystack.value), call.position)
  }

  private static func search(_ call: Call, _ needle: @escaping ValueCode, _ haystack: @escaping ValueCode)
    -> BooleanCode
  {
    let (name, position) = (call.name, call.position)
    return { (frame) throws(ExpressionError) in
      let (needle, haystack) = (try needle(frame), try haystack(frame))
      switch haystack {
      case .null: return false
      case .string(let string):
        let text = JavaScriptText.string(of: needle == .null ? .string("null") : needle)
        return string.utf8.contains(text.utf8)
      case .json(let text):
        if let elements = JSONElements.elements(of: text) { return elements.contains { Equality.equal($0, needle) } }
      case .bool, .int, .uint, .double: break
      }
      let found = ExpressionType(of: haystack).rawValue
      throw ExpressionError(.typeMismatch, name, position, "looks in a string or list, found \(found)")
    }
  }

  /// The Unicode scalars of a string or the elements of a list.
  private static func length(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let operand = try compiler.compile(call.arguments[0], for: call.name)
    guard [.value, .string, .array].contains(operand.type) else {
      throw ExpressionError(
        .typeMismatch, call.name, operand.position, "takes a string or list, not \(operand.type.rawValue)")
    }
    let code = operand.value
    let (name, position) = (call.name, call.position)
    return Compiled(
      number: { (frame) throws(ExpressionError) in
        let value = try code(frame)
        if case .string(let string) = value { return Number(Double(string.unicodeScalars.count), isWhole: true) }
        if case .json(let text) = value, let elements = JSONElements.elements(of: text) {
          return Number(Double(elements.count), isWhole: true)
        }
        let found = ExpressionType(of: value).rawValue
        throw ExpressionError(.typeMismatch, name, position, "takes a string or list, found \(found)")
      }, position)
  }
}

extension Sequence<UInt8> {
  /// Whether the bytes of another string occur among these. O(n * m).
  fileprivate func contains(_ needle: String.UTF8View) -> Bool {
    let (bytes, needle) = (Array(self), Array(needle))
    guard needle.count <= bytes.count else { return false }
    return (0...(bytes.count - needle.count)).contains { bytes[$0...].starts(with: needle) }
  }
}
