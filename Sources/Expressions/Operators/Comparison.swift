import Features

/// `== != < <= > >=`.
///
/// Equality of values whose types differ is false. Order needs two numbers or two strings: known types that differ
/// are refused when parsing, and a value of unknown type is asserted to have the other's.
extension Operators {
  static let comparison: [String: OperatorRule] = [
    "==": OperatorRule(.exactly(2)) { (call, compiler) throws(ExpressionError) in
      Compiled(boolean: try equality(call, &compiler), call.position)
    },
    "!=": OperatorRule(.exactly(2)) { (call, compiler) throws(ExpressionError) in
      let equal = try equality(call, &compiler)
      return Compiled(boolean: { (frame) throws(ExpressionError) in !(try equal(frame)) }, call.position)
    },
    "<": order({ $0.value < $1.value }, { Equality.precedes($0, $1) }),
    "<=": order({ $0.value <= $1.value }, { !Equality.precedes($1, $0) }),
    ">": order({ $0.value > $1.value }, { Equality.precedes($1, $0) }),
    ">=": order({ $0.value >= $1.value }, { !Equality.precedes($0, $1) }),
  ]

  /// The two operands, of types that can be compared with each other.
  private static func operands(
    _ call: Call, _ compiler: inout ExpressionCompiler, comparable: Set<ExpressionType>
  ) throws(ExpressionError) -> (Compiled, Compiled) {
    let a = try compiler.compile(call.arguments[0], for: call.name)
    let b = try compiler.compile(call.arguments[1], for: call.name)
    for operand in [a, b] where operand.type != .value && !comparable.contains(operand.type) {
      throw ExpressionError(.typeMismatch, call.name, operand.position, "cannot compare \(operand.type.rawValue)s")
    }
    if a.type != b.type, a.type != .value, b.type != .value {
      throw ExpressionError(
        .typeMismatch, call.name, call.position, "cannot compare \(a.type.rawValue) with \(b.type.rawValue)")
    }
    return (a, b)
  }

  private static func equality(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> BooleanCode {
    let (a, b) = try operands(call, &compiler, comparable: [.null, .boolean, .number, .string])
    switch (a.shape, b.shape) {
    case (.property(let slot), .constant(.string(let string))), (.constant(.string(let string)), .property(let slot)):
      let stringSlot = compiler.slot(string: string)
      return { frame in
        // A table holds a value once, so equal strings have equal indices.
        guard let index = frame.valueIndex(slot: slot) else { return false }
        return index == frame.columns.stringIndices[stringSlot]
      }
    default:
      let (a, b) = (a.value, b.value)
      return { (frame) throws(ExpressionError) in Equality.equal(try a(frame), try b(frame)) }
    }
  }

  private static func order(
    _ numbers: @escaping @Sendable (Number, Number) -> Bool, _ strings: @escaping @Sendable (String, String) -> Bool
  ) -> OperatorRule {
    OperatorRule(.exactly(2)) { (call, compiler) throws(ExpressionError) in
      let (a, b) = try operands(call, &compiler, comparable: [.number, .string])
      switch a.type == .value ? b.type : a.type {
      case .number:
        let (a, b) = (a.number(call.name), b.number(call.name))
        return Compiled(
          boolean: { (frame) throws(ExpressionError) in numbers(try a(frame), try b(frame)) }, call.position)
      case .string:
        let (a, b) = (a.string(call.name), b.string(call.name))
        return Compiled(
          boolean: { (frame) throws(ExpressionError) in strings(try a(frame), try b(frame)) }, call.position)
      default:
        return Compiled(boolean: untypedOrder(call, a.value, b.value, numbers, strings), call.position)
      }
    }
  }

  /// The order of two values whose types show only when evaluated.
  private static func untypedOrder(
    _ call: Call, _ a: @escaping ValueCode, _ b: @escaping ValueCode,
    _ numbers: @escaping @Sendable (Number, Number) -> Bool, _ strings: @escaping @Sendable (String, String) -> Bool
  ) -> BooleanCode {
    let (name, position) = (call.name, call.position)
    return { (frame) throws(ExpressionError) in
      let (a, b) = (try a(frame), try b(frame))
      if let a = Number(a), let b = Number(b) { return numbers(a, b) }
      if case .string(let a) = a, case .string(let b) = b { return strings(a, b) }
      let found = "\(ExpressionType(of: a).rawValue) and \(ExpressionType(of: b).rawValue)"
      throw ExpressionError(.typeMismatch, name, position, "expected two numbers or two strings, found \(found)")
    }
  }
}
