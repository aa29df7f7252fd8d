import Features

/// Conversions (`to-number`, `to-string`, `to-boolean`), assertions (`number`, `string`, ...) and `typeof`.
extension Operators {
  static let conversion: [String: OperatorRule] = [
    "to-number": OperatorRule(.atLeast(1), toNumber),
    "to-string": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      let operand = try compiler.compile(call.arguments[0], for: call.name).value
      return Compiled(.string, call.position) { (frame) throws(ExpressionError) in
        .string(JavaScriptText.string(of: try operand(frame)))
      }
    },
    "to-boolean": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      let operand = try compiler.compile(call.arguments[0], for: call.name).value
      return Compiled(
        boolean: { (frame) throws(ExpressionError) in isTruthy(try operand(frame)) }, call.position)
    },
    "typeof": OperatorRule(.exactly(1)) { (call, compiler) throws(ExpressionError) in
      let operand = try compiler.compile(call.arguments[0], for: call.name).value
      return Compiled(.string, call.position) { (frame) throws(ExpressionError) in
        .string(ExpressionType(of: try operand(frame)).rawValue)
      }
    },
    "boolean": assertion(.boolean), "number": assertion(.number), "string": assertion(.string),
    "array": assertion(.array), "object": assertion(.object),
  ]

  /// False for null, false, 0 and the empty string, as JavaScript.
  private static func isTruthy(_ value: PropertyValue) -> Bool {
    switch value {
    case .null: false
    case .bool(let bool): bool
    case .int, .uint, .double: value.number != 0
    case .string(let string): !string.isEmpty
    case .json: true
    }
  }

  /// The first argument that converts: null is 0, booleans are 0 and 1, strings as ECMAScript reads numbers.
  private static func toNumber(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    var codes: [ValueCode] = []
    for argument in call.arguments { codes.append(try compiler.compile(argument, for: call.name).value) }
    let (name, position) = (call.name, call.position)
    return Compiled(.number, position) { [codes] (frame) throws(ExpressionError) in
      var last = PropertyValue.null
      for code in codes {
        last = try code(frame)
        switch last {
        case .null, .bool(false): return .int(0)
        case .bool(true): return .int(1)
        case .int, .uint, .double: return last
        case .string(let string):
          if let number = JavaScriptText.number(in: string) { return number.propertyValue }
        case .json: continue
        }
      }
      var text = "a list or object"
      if case .string(let string) = last { text = CanonicalJSON.quoted(string) }
      throw ExpressionError(.conversion, name, position, "cannot convert \(text) to a number")
    }
  }

  /// The first argument that has the type.
  private static func assertion(_ type: ExpressionType) -> OperatorRule {
    OperatorRule(.atLeast(1)) { (call, compiler) throws(ExpressionError) in
      var codes: [ValueCode] = []
      for argument in call.arguments { codes.append(try compiler.compile(argument, for: call.name).value) }
      let (name, position) = (call.name, call.position)
      return Compiled(type, position) { [codes] (frame) throws(ExpressionError) in
        var found = ExpressionType.null
        for code in codes {
          let value = try code(frame)
          found = ExpressionType(of: value)
          if found == type { return value }
        }
        throw ExpressionError(name, position, expected: type, found: found)
      }
    }
  }
}
