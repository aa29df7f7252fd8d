import OvertileCore

/// `== != < <= > >=`, of two values.
///
/// Equality of values whose types differ is false. Order needs two numbers or two strings: known types that differ
/// are rejected when parsing, and a value of unknown type is asserted to have the other's.
extension Operators {
  static let comparison: [String: OperatorRule] = [
    "==": equality { $0 },
    "!=": equality { !$0 },
    "<": order({ $0 < $1 }, { Equality.precedes($0, $1) }),
    "<=": order({ $0 <= $1 }, { !Equality.precedes($1, $0) }),
    ">": order({ $0 > $1 }, { Equality.precedes($1, $0) }),
    ">=": order({ $0 >= $1 }, { !Equality.precedes($0, $1) }),
  ]

  /// The two operands, of types that can be compared with each other.
  private static func operands(
    _ call: Call, comparable: Set<ExpressionType>
  ) throws(ExpressionError) -> (Compiled, Compiled) {
    let (a, b) = (try call.compile(call.arguments[0]), try call.compile(call.arguments[1]))
    // MapLibre's third argument is a collator, which is rejected by its name.
    if call.arguments.count == 3 {
      _ = try call.compile(call.arguments[2], nil)
      throw call.error(.argumentCount, "expected 2 arguments, found 3")
    }
    for operand in [a, b] where operand.type != .value && !comparable.contains(operand.type) {
      throw call.error(.typeMismatch, "cannot compare \(operand.type.name)s", at: operand.position)
    }
    if a.type != b.type, a.type != .value, b.type != .value {
      throw call.error(.typeMismatch, "cannot compare \(a.type.name) with \(b.type.name)")
    }
    return (a, b)
  }

  private static func equality(_ result: @escaping @Sendable (Bool) -> Bool) -> OperatorRule {
    OperatorRule(2...3) { (call) throws(ExpressionError) in
      let (a, b) = try operands(call, comparable: [.null, .boolean, .number, .string])
      let equal = equal(a, b, call.compiler)
      return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in result(try equal(frame)) }
    }
  }

  private static func equal(_ a: Compiled, _ b: Compiled, _ compiler: ExpressionCompiler) -> BooleanCode {
    switch (a.shape, b.shape) {
    case (.property(let slot), .constant(.string(let string))), (.constant(.string(let string)), .property(let slot)):
      let stringSlot = compiler.slot(string: string)
      return { frame in
        // A table holds a value once, so equal strings have equal indices.
        guard let index = frame.valueIndex(slot: slot) else { return false }
        return index == frame.columns.stringIndices[stringSlot]
      }
    case (.property(let first), .property(let second)) where first == second:
      let code = a.value
      return { (frame) throws(ExpressionError) in
        // A list is equal only to itself.
        let value = try code(frame)
        return value.number.map { !$0.isNaN } ?? true
      }
    default:
      let (a, b) = (a.value, b.value)
      return { (frame) throws(ExpressionError) in Equality.strictlyEqual(try a(frame), try b(frame)) }
    }
  }

  private static func order(
    _ numbers: @escaping @Sendable (Double, Double) -> Bool, _ strings: @escaping @Sendable (String, String) -> Bool
  ) -> OperatorRule {
    OperatorRule(2...3) { (call) throws(ExpressionError) in
      let (a, b) = try operands(call, comparable: [.number, .string])
      switch a.type == .value ? b.type : a.type {
      case .number:
        let (a, b) = (a.number(call.name), b.number(call.name))
        return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in
          numbers(try a(frame).value, try b(frame).value)
        }
      case .string:
        let (a, b) = (a.string(call.name), b.string(call.name))
        return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in
          strings(try a(frame), try b(frame))
        }
      default:
        let (a, b, callSite) = (a.value, b.value, call.callSite)
        return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in
          let (a, b) = (try a(frame), try b(frame))
          if let x = a.number, let y = b.number { return numbers(x, y) }
          if case .string(let a) = a, case .string(let b) = b { return strings(a, b) }
          if case .string = a { throw callSite.error(expected: .string, found: b) }
          throw callSite.error(expected: .number, found: a.number == nil ? a : b)
        }
      }
    }
  }
}
