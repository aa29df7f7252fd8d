import OvertileCore

/// Conversions (`to-number`, `to-string`, `to-boolean`), assertions (`number`, `string`, ...) and `typeof`.
extension Operators {
  static let conversion: [String: OperatorRule] = [
    "to-number": OperatorRule(1..., toNumber),
    "to-string": text { JavaScriptText.string(of: $0) },
    "to-boolean": OperatorRule(1) { (call) throws(ExpressionError) in
      let operand = try call.compile(call.arguments[0]).value
      return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in isTruthy(try operand(frame)) }
    },
    "typeof": text { ExpressionType(of: $0).name },
    "boolean": assertion(.boolean), "number": assertion(.number), "string": assertion(.string),
    "object": assertion(.object), "array": OperatorRule(1..., arrayAssertion),
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

  /// A text for a value of any type.
  private static func text(_ text: @escaping @Sendable (PropertyValue) -> String) -> OperatorRule {
    OperatorRule(1) { (call) throws(ExpressionError) in
      let operand = try call.compile(call.arguments[0]).value
      return Compiled(.string, call.position) { (frame) throws(ExpressionError) in .string(text(try operand(frame))) }
    }
  }

  /// The first argument that converts, as ECMAScript reads numbers; null is 0.
  private static func toNumber(_ call: Call) throws(ExpressionError) -> Compiled {
    let (codes, callSite) = (try call.values(), call.callSite)
    return Compiled(.number, call.position) { (frame) throws(ExpressionError) in
      var last = PropertyValue.null
      for code in codes {
        last = try code(frame)
        if case .int = last { return last }
        if let number = JavaScriptText.number(of: last), !number.value.isNaN {
          return last.number == nil ? number.propertyValue : last
        }
      }
      let text =
        switch last {
        case .string(let string): CanonicalJSON.quoted(string)
        case .null, .bool, .int, .uint, .double: "NaN"
        case .json: "a list or object"
        }
      throw callSite.error(.conversion, "cannot convert \(text) to a number")
    }
  }

  /// The first argument that has the type.
  private static func assertion(_ type: ExpressionType) -> OperatorRule {
    OperatorRule(1...) { (call) throws(ExpressionError) in try asserted(call.values(), as: type, call) }
  }

  /// `["array", value]`, `["array", item type, value, ...]`, `["array", item type, count, value, ...]`.
  private static func arrayAssertion(_ call: Call) throws(ExpressionError) -> Compiled {
    var (item, count) = (ExpressionType.value, Int?.none)
    if call.arguments.count > 1 {
      let types: [String: ExpressionType] = ["string": .string, "number": .number, "boolean": .boolean]
      guard case .string(let name) = call.arguments[0].content, let type = types[name] else {
        throw call.error(
          .syntax, "the type of a list's items must be \"string\", \"number\" or \"boolean\"",
          at: call.arguments[0].position)
      }
      item = type
    }
    if call.arguments.count > 2, call.arguments[1].content != .null { count = try length(call.arguments[1], call) }
    let values = try call.values(from: min(call.arguments.count - 1, 2))
    return asserted(values, as: .array(of: item, count: count), call)
  }

  /// A list's length, a whole number that is written out.
  private static func length(_ syntax: ExpressionSyntax, _ call: Call) throws(ExpressionError) -> Int {
    guard let length = syntax.plainNumber.flatMap({ Int(exactly: $0) }), length >= 0 else {
      throw call.error(
        .syntax, "the length of a list must be a whole number, or null for any length", at: syntax.position)
    }
    return length
  }

  private static func asserted(_ codes: [ValueCode], as type: ExpressionType, _ call: Call) -> Compiled {
    let callSite = call.callSite
    return Compiled(type, call.position) { (frame) throws(ExpressionError) in
      var last = PropertyValue.null
      for code in codes {
        last = try code(frame)
        if last.isOf(type) { return last }
      }
      throw callSite.error(expected: type, found: last)
    }
  }
}
