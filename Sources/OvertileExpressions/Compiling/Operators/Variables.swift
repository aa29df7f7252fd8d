import OvertileCore

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
    "let": OperatorRule(3..., order: "pairs of a name and a value, followed by a result", bind),
    "var": OperatorRule(1, variable),
  ]

  /// Names values for one expression. The values do not see each other's names.
  private static func bind(_ call: Call) throws(ExpressionError) -> Compiled {
    let (arguments, compiler) = (call.arguments, call.compiler)
    let outer = compiler.scope
    var scope = outer
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      let name = try name(arguments[index], call)
      scope[name] = try compiler.variable(arguments[index + 1], for: call.name)
    }
    compiler.scope = scope
    defer { compiler.scope = outer }
    return try call.compile(arguments[arguments.count - 1], call.expected)
  }

  private static func name(_ syntax: ExpressionSyntax, _ call: Call) throws(ExpressionError) -> String {
    guard case .string(let name) = syntax.content else {
      throw call.error(.syntax, "a variable's name must be a plain string", at: syntax.position)
    }
    guard name.allSatisfy({ $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw call.error(
        .syntax, "a variable's name must contain only letters (a-z, A-Z), digits and _", at: syntax.position)
    }
    return name
  }

  /// The value of a variable, which is evaluated once for a feature, at its first use.
  private static func variable(_ call: Call) throws(ExpressionError) -> Compiled {
    guard case .string(let name) = call.arguments[0].content else {
      throw call.error(.syntax, "expected a variable's name as a plain string", at: call.arguments[0].position)
    }
    let scope = call.compiler.scope
    guard let variable = scope[name] else {
      let suggestion = NearestName.suggestion(for: name, among: scope.keys.sorted())
      throw call.error(
        .syntax, "the variable \"\(name)\" is not defined by an enclosing \"let\"" + suggestion,
        at: call.arguments[0].position)
    }
    return try call.compiler.read(variable, at: call.position)
  }
}

extension ExpressionCompiler {
  /// Compiles the value of a variable.
  fileprivate func variable(_ syntax: ExpressionSyntax, for operatorName: String) throws(ExpressionError) -> Variable {
    let deepest = deepest
    self.deepest = depth
    let code = try compile(syntax, for: operatorName)
    let height = self.deepest - depth
    self.deepest = max(deepest, self.deepest)
    switch code.shape {
    case .constant, .property: return Variable(code: code, height: height, slot: nil)
    case .other:
      needsState = true
      variableCount += 1
      return Variable(code: code, height: height, slot: variableCount - 1)
    }
  }

  /// The code that reads a variable.
  fileprivate func read(_ variable: Variable, at position: SourcePosition) throws(ExpressionError) -> Compiled {
    try noteDepth(depth + variable.height, at: position)
    if variable.code.constant == nil { noteRead() }
    guard let slot = variable.slot else { return variable.code }
    let code = variable.code.value
    return Compiled(variable.code.type, position) { (frame) throws(ExpressionError) in
      guard let state = frame.state else { return try code(frame) }
      return try state.variable(slot) { () throws(ExpressionError) in try code(frame) }
    }
  }

  /// The code that reads a computed property, which is evaluated once, as a variable is; nil for a property of the source.
  func readComputed(_ name: String, at position: SourcePosition) throws(ExpressionError) -> Compiled? {
    let found = computed[..<computedInSight].lastIndex { $0.name.utf8.elementsEqual(name.utf8) }
    guard let index = found else { return nil }
    if let variable = computedVariables[index] { return try read(variable, at: position) }
    let outer = (scope, computedInSight)
    (scope, computedInSight) = ([:], index)
    defer { (scope, computedInSight) = outer }
    let variable = try self.variable(computed[index].syntax, for: "")
    computedVariables[index] = variable
    return try read(variable, at: position)
  }
}
