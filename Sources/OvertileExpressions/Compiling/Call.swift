import OvertileCore

/// An operator with its arguments, not yet compiled.
struct Call {
  let name: String
  let arguments: [ExpressionSyntax]
  let position: SourcePosition
  /// The type that the surrounding expression expects; nil for any.
  let expected: ExpressionType?
  /// The compiler of the whole expression.
  let compiler: ExpressionCompiler

  /// The type that the surrounding expression requires of every value; nil if any is allowed.
  var demanded: ExpressionType? { expected == .value ? nil : expected }

  /// The call without its arguments.
  var callSite: CallSite { CallSite(name: name, position: position) }

  /// The position and the operator of an evaluation, for errors.
  struct CallSite: Sendable {
    let name: String
    let position: SourcePosition

    /// An error of this operator.
    func error(_ code: ExpressionError.Code, _ text: String) -> ExpressionError {
      ExpressionError(code, name, position, text)
    }

    /// An error of a value of another type.
    func error(expected: ExpressionType, found: PropertyValue) -> ExpressionError {
      ExpressionError(name, position, expected: expected, found: ExpressionType(of: found))
    }
  }

  /// An error of this operator, at one of its arguments or at its beginning.
  func error(_ code: ExpressionError.Code, _ text: String, at position: SourcePosition? = nil) -> ExpressionError {
    ExpressionError(code, name, position ?? self.position, text)
  }
}

extension Call {
  /// The whole of an operator that makes text, a list or an object, which counts against what an evaluation may make.
  func making(_ type: ExpressionType, _ code: @escaping ValueCode) -> Compiled {
    compiler.needsState = true
    let callSite = callSite
    return Compiled(type, position) { (frame) throws(ExpressionError) in
      let value = try code(frame)
      try frame.state?.charge(value.textLength, callSite)
      return value
    }
  }
}

/// The compiled arguments.
extension Call {
  /// An argument, or a part of one, that must have a type; nil and `value` accept all.
  func compile(_ syntax: ExpressionSyntax, _ type: ExpressionType? = .value) throws(ExpressionError) -> Compiled {
    try compiler.compile(syntax, expecting: type, for: name)
  }

  /// The code for an argument that is a boolean.
  func boolean(_ syntax: ExpressionSyntax) throws(ExpressionError) -> BooleanCode {
    try compile(syntax, .boolean).boolean(name)
  }

  /// The code for an argument that is a number.
  func number(_ syntax: ExpressionSyntax) throws(ExpressionError) -> NumberCode {
    try compile(syntax, .number).number(name)
  }

  /// The code for an argument that is a number, or nil if there are no more than some arguments.
  func number(after count: Int) throws(ExpressionError) -> NumberCode? {
    arguments.count > count ? try number(arguments[count]) : nil
  }

  /// The code for an argument that is a string.
  func string(_ syntax: ExpressionSyntax) throws(ExpressionError) -> StringCode {
    try compile(syntax, .string).string(name)
  }

  /// The code for all arguments from one on, of any type.
  func values(from first: Int = 0) throws(ExpressionError) -> [ValueCode] {
    try arguments[first...].map { (argument) throws(ExpressionError) in try compile(argument).value }
  }
}
