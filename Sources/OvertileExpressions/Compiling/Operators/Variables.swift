import OvertileFeatures
import OvertileSearching

/// A variable of `let`.
struct Variable: Sendable {
  let code: Compiled
  /// The nesting depth of its expression.
  let height: Int
  /// The slot of its value in an evaluation; nil if nothing is to be kept.
  let slot: Int?
}

/// `let` and `var`.
extension Operators {
  static let variables: [String: OperatorRule] = [
    "let": OperatorRule(.atLeast(3), bind),
    "var": OperatorRule(.exactly(1), variable),
  ]

  /// Names values for one expression. The values do not see each other's names.
  private static func bind(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    guard call.arguments.count % 2 == 1 else {
      throw ExpressionError(.argumentCount, call.name, call.position, "takes pairs of name and value, then a result")
    }
    let outer = compiler.scope
    var scope = outer
    for index in stride(from: 0, to: call.arguments.count - 1, by: 2) {
      let name = try name(call.arguments[index], call.name)
      scope[name] = try variable(call.arguments[index + 1], &compiler, for: call.name)
    }
    compiler.scope = scope
    defer { compiler.scope = outer }
    return try compiler.compile(
      call.arguments[call.arguments.count - 1], expecting: call.expected, for: call.name)
  }

  private static func name(_ syntax: ExpressionSyntax, _ operatorName: String) throws(ExpressionError) -> String {
    guard case .string(let name) = syntax.content else {
      throw ExpressionError(.syntax, operatorName, syntax.position, "a variable's name must be a plain string")
    }
    guard name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || isLetterOrDigit($0) }) else {
      throw ExpressionError(
        .syntax, operatorName, syntax.position, "a variable's name has only letters a-z and A-Z, digits and _")
    }
    return name
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func variable(
    _ syntax: ExpressionSyntax, _ compiler: inout ExpressionCompiler, for operatorName: String
  ) throws(ExpressionError) -> Variable {
    let deepest = compiler.deepest
    compiler.deepest = compiler.depth
    let code = try compiler.compile(syntax, for: operatorName)
    let height = compiler.deepest - compiler.depth
    compiler.deepest = max(deepest, compiler.deepest)
    switch code.shape {
    case .constant, .property: return Variable(code: code, height: height, slot: nil)
    case .other:
      compiler.needsState = true
      compiler.variableCount += 1
      return Variable(code: code, height: height, slot: compiler.variableCount - 1)
    }
  }

  /// The value of a variable, which is evaluated once for a feature, at its first use.
  private static func variable(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    guard case .string(let name) = call.arguments[0].content else {
      throw ExpressionError(.syntax, call.name, call.arguments[0].position, "takes a variable's name, a plain string")
    }
    guard let variable = compiler.scope[name] else {
      let suggestion = NearestName.suggestion(for: name, among: compiler.scope.keys.sorted())
      throw ExpressionError(
        .syntax, call.name, call.arguments[0].position,
        "no variable \"\(name)\" is bound by a \"let\" around it" + suggestion)
    }
    try compiler.noteDepth(compiler.depth + variable.height, at: call.position)
    if variable.code.constant == nil { compiler.noteRead() }
    guard let slot = variable.slot else { return variable.code }
    let code = variable.code.value
    return Compiled(variable.code.type, call.position) { (frame) throws(ExpressionError) in
      guard let state = frame.state else { return try code(frame) }
      return try state.variable(slot) { () throws(ExpressionError) in try code(frame) }
    }
  }
}
