import Features

typealias ValueCode = @Sendable (Frame) throws(ExpressionError) -> PropertyValue
typealias BooleanCode = @Sendable (Frame) throws(ExpressionError) -> Bool
typealias NumberCode = @Sendable (Frame) throws(ExpressionError) -> Number
typealias StringCode = @Sendable (Frame) throws(ExpressionError) -> String

/// A compiled expression: closures that evaluate it, in the representation that suits its operator.
struct Compiled: Sendable {
  enum Code: Sendable {
    case value(ValueCode)
    case boolean(BooleanCode)
    case number(NumberCode)
  }

  /// What later stages can exploit.
  enum Shape: Sendable {
    case constant(PropertyValue)
    /// A property, by its slot.
    case property(slot: Int)
    case other
  }

  let type: ExpressionType
  let position: SourcePosition
  let code: Code
  let shape: Shape

  init(_ type: ExpressionType, _ position: SourcePosition, _ shape: Shape = .other, _ code: @escaping ValueCode) {
    self.type = type
    self.position = position
    self.shape = shape
    self.code = .value(code)
  }

  init(boolean code: @escaping BooleanCode, _ position: SourcePosition) {
    type = .boolean
    self.position = position
    shape = .other
    self.code = .boolean(code)
  }

  init(number code: @escaping NumberCode, _ position: SourcePosition) {
    type = .number
    self.position = position
    shape = .other
    self.code = .number(code)
  }

  init(constant value: PropertyValue, _ position: SourcePosition) {
    self.init(ExpressionType(of: value), position, .constant(value)) { _ in value }
  }

  /// The constant, or nil when the expression has to be evaluated.
  var constant: PropertyValue? {
    if case .constant(let value) = shape { value } else { nil }
  }

  /// The code that gives any value.
  var value: ValueCode {
    switch code {
    case .value(let code): return code
    case .boolean(let code): return { (frame) throws(ExpressionError) in .bool(try code(frame)) }
    case .number(let code): return { (frame) throws(ExpressionError) in try code(frame).propertyValue }
    }
  }
}

/// Assertions: code of one type out of code of any, failing for an operator when a value has another type.
extension Compiled {
  /// The code that gives a boolean.
  func boolean(_ operatorName: String) -> BooleanCode {
    if case .boolean(let code) = code { return code }
    let code = value
    let position = position
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard case .bool(let bool) = value else {
        throw ExpressionError(operatorName, position, expected: .boolean, found: ExpressionType(of: value))
      }
      return bool
    }
  }

  /// The code that gives a number.
  func number(_ operatorName: String) -> NumberCode {
    if case .number(let code) = code { return code }
    if let constant, let number = Number(constant) { return { _ in number } }
    let code = value
    let position = position
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard let number = Number(value) else {
        throw ExpressionError(operatorName, position, expected: .number, found: ExpressionType(of: value))
      }
      return number
    }
  }

  /// The code that gives a string.
  func string(_ operatorName: String) -> StringCode {
    let code = value
    let position = position
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard case .string(let string) = value else {
        throw ExpressionError(operatorName, position, expected: .string, found: ExpressionType(of: value))
      }
      return string
    }
  }

  /// The same expression, failing when its value has another type than this one.
  func asserting(_ expected: ExpressionType, _ operatorName: String) -> Compiled {
    guard expected != .value, type != expected else { return self }
    if expected == .boolean { return Compiled(boolean: boolean(operatorName), position) }
    let code = value
    let position = position
    return Compiled(expected, position) { (frame) throws(ExpressionError) in
      let value = try code(frame)
      let found = ExpressionType(of: value)
      guard found == expected else {
        throw ExpressionError(operatorName, position, expected: expected, found: found)
      }
      return value
    }
  }
}
