import OvertileCore

/// Conversions (`to-number`, `to-string`, `to-boolean`), assertions (`number`, `string`, ...) and `typeof`.
extension Operators {
  static let conversion: [String: OperatorRule] = [
    "to-number": OperatorRule(.atLeast(1), toNumber),
    "to-string": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      let operand = try compiler.compile(call.arguments[0], expecting: .value, for: call.name).value
      return Compiled(.string, call.position) { (frame) throws(ExpressionError) in
        .string(JavaScriptText.string(of: try operand(frame)))
      }
    },
    "to-boolean": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      let operand = try compiler.compile(call.arguments[0], expecting: .value, for: call.name).value
      return Compiled(
        boolean: { (frame) throws(ExpressionError) in isTruthy(try operand(frame)) }, call.position)
    },
    "typeof": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      let operand = try compiler.compile(call.arguments[0], expecting: .value, for: call.name).value
      return Compiled(.string, call.position) { (frame) throws(ExpressionError) in
        .string(ExpressionType(of: try operand(frame)).name)
      }
    },
    "boolean": assertion(.boolean), "number": assertion(.number), "string": assertion(.string),
    "object": assertion(.object), "array": OperatorRule(.atLeast(1), arrayAssertion),
  ]

  /// False for null, false, 0, NaN and the empty string, as in JavaScript.
  static func isTruthy(_ value: PropertyValue) -> Bool {
    switch value {
    case .null: false
    case .bool(let bool): bool
    case .int, .uint: value.number != 0
    case .double(let double): double != 0 && !double.isNaN
    case .string(let string): !string.isEmpty
    case .json: true
    }
  }

  /// The first argument that converts, as ECMAScript reads numbers; null is 0.
  private static func toNumber(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let codes = try values(call.arguments[...], call, &compiler)
    let callSite = call.callSite
    return Compiled(.number, call.position) { (frame) throws(ExpressionError) in
      var last = PropertyValue.null
      for code in codes {
        last = try code(frame)
        if case .int = last { return last }
        if let number = JavaScriptText.number(of: last), !number.value.isNaN {
          return last.number == nil ? number.propertyValue : last
        }
      }
      var text = "a list or object"
      switch last {
      case .string(let string): text = CanonicalJSON.quoted(string)
      case .null, .bool, .int, .uint, .double: text = "NaN"
      case .json: break
      }
      throw callSite.error(.conversion, "cannot convert \(text) to a number")
    }
  }

  /// The first argument that has the type.
  private static func assertion(_ type: ExpressionType) -> OperatorRule {
    OperatorRule(.atLeast(1)) { (call, compiler) throws(ExpressionError) in
      try asserted(call.arguments[...], as: type, call, &compiler)
    }
  }

  /// `["array", value]`, `["array", item type, value, ...]`, `["array", item type, count, value, ...]`.
  private static func arrayAssertion(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    var arguments = call.arguments[...]
    var (item, count) = (ExpressionType.value, Int?.none)
    if call.arguments.count > 1, let syntax = arguments.popFirst() {
      let types: [String: ExpressionType] = ["string": .string, "number": .number, "boolean": .boolean]
      guard case .string(let name) = syntax.content, let type = types[name] else {
        throw ExpressionError(
          .syntax, call.name, syntax.position,
          "the type of a list's items must be \"string\", \"number\" or \"boolean\"")
      }
      item = type
    }
    if call.arguments.count > 2, let syntax = arguments.popFirst(), syntax.content != .null {
      count = try length(syntax, call.name)
    }
    return try asserted(arguments, as: .array(of: item, count: count), call, &compiler)
  }

  /// A list's length, a whole number that is written out.
  private static func length(_ syntax: ExpressionSyntax, _ name: String) throws(ExpressionError) -> Int {
    switch syntax.content {
    case .int(let length) where length >= 0: if let length = Int(exactly: length) { return length }
    case .double(let length) where length >= 0: if let length = Int(exactly: length) { return length }
    default: break
    }
    throw ExpressionError(
      .syntax, name, syntax.position, "the length of a list must be a whole number, or null for any length")
  }

  private static func asserted(
    _ arguments: ArraySlice<ExpressionSyntax>, as type: ExpressionType, _ call: Call,
    _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    let codes = try values(arguments, call, &compiler)
    let (name, position) = (call.name, call.position)
    return Compiled(type, position) { (frame) throws(ExpressionError) in
      var last = PropertyValue.null
      for code in codes {
        last = try code(frame)
        if last.isOf(type) { return last }
      }
      throw ExpressionError(name, position, expected: type, found: ExpressionType(of: last))
    }
  }

  /// The code for arguments of any type.
  static func values(
    _ arguments: ArraySlice<ExpressionSyntax>, _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> [ValueCode] {
    var codes: [ValueCode] = []
    for argument in arguments { codes.append(try compiler.compile(argument, expecting: .value, for: call.name).value) }
    return codes
  }
}
