import OvertileCore

typealias ValueCode = @Sendable (Frame) throws(ExpressionError) -> PropertyValue
typealias BooleanCode = @Sendable (Frame) throws(ExpressionError) -> Bool
typealias NumberCode = @Sendable (Frame) throws(ExpressionError) -> Number
typealias StringCode = @Sendable (Frame) throws(ExpressionError) -> String
typealias ListCode = @Sendable (Frame) throws(ExpressionError) -> [PropertyValue]

/// A compiled expression: closures that evaluate it, in the representation that suits its operator.
struct Compiled: Sendable {
  enum Code: Sendable {
    case value(ValueCode)
    case boolean(BooleanCode)
    case number(NumberCode)
  }

  /// Properties of the expression that later stages can exploit.
  enum Shape: Sendable {
    case constant(PropertyValue)
    /// A property, by its slot.
    case property(slot: Int)
    case other
  }

  let type: ExpressionType
  let position: SourcePosition
  let shape: Shape
  let code: Code

  /// The constant, or nil if the expression has to be evaluated.
  var constant: PropertyValue? {
    if case .constant(let value) = shape { value } else { nil }
  }

  /// The code for any value.
  var value: ValueCode {
    switch code {
    case .value(let code): return code
    case .boolean(let code): return { (frame) throws(ExpressionError) in .bool(try code(frame)) }
    case .number(let code): return { (frame) throws(ExpressionError) in try code(frame).propertyValue }
    }
  }
}

extension Compiled {
  init(_ type: ExpressionType, _ position: SourcePosition, _ shape: Shape = .other, _ code: @escaping ValueCode) {
    self.init(type: type, position: position, shape: shape, code: .value(code))
  }

  init(booleanAt position: SourcePosition, _ code: @escaping BooleanCode) {
    self.init(type: .boolean, position: position, shape: .other, code: .boolean(code))
  }

  init(numberAt position: SourcePosition, _ code: @escaping NumberCode) {
    self.init(type: .number, position: position, shape: .other, code: .number(code))
  }

  /// A constant, of its own type unless it is used as another.
  init(constant value: PropertyValue, as type: ExpressionType? = nil, _ position: SourcePosition) {
    self.init(type ?? ExpressionType(of: value), position, .constant(value)) { _ in value }
  }
}

/// Assertions: code of one type from code of any, failing for an operator if a value has another type.
extension Compiled {
  /// The code for a boolean.
  func boolean(_ operatorName: String) -> BooleanCode {
    if case .boolean(let code) = code { return code }
    let (code, position) = (value, position)
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard case .bool(let bool) = value else {
        throw ExpressionError(operatorName, position, expected: .boolean, found: ExpressionType(of: value))
      }
      return bool
    }
  }

  /// The code for a number.
  func number(_ operatorName: String) -> NumberCode {
    if case .number(let code) = code { return code }
    if let constant, let number = Number(constant) { return { _ in number } }
    let (code, position) = (value, position)
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard let number = Number(value) else {
        throw ExpressionError(operatorName, position, expected: .number, found: ExpressionType(of: value))
      }
      return number
    }
  }

  /// The code for a string.
  func string(_ operatorName: String) -> StringCode {
    let (code, position) = (value, position)
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard case .string(let string) = value else {
        throw ExpressionError(operatorName, position, expected: .string, found: ExpressionType(of: value))
      }
      return string
    }
  }

  /// The code for the items of a list.
  func list(_ operatorName: String) -> ListCode {
    if let items = constant?.elements { return { _ in items } }
    let (code, position) = (value, position)
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard let items = value.elements else {
        throw ExpressionError(operatorName, position, expected: .anyArray, found: ExpressionType(of: value))
      }
      return items
    }
  }

  /// The same expression, failing if its value has another type than this one.
  func asserting(_ expected: ExpressionType, _ operatorName: String) -> Compiled {
    guard expected != .value, type != expected else { return self }
    if expected == .boolean { return Compiled(booleanAt: position, boolean(operatorName)) }
    return checking(expected, operatorName, as: expected) { $0.isOf(expected) }
  }

  /// The same expression, failing if its value is neither null nor of a type.
  func assertingUnlessNull(_ expected: ExpressionType) -> Compiled {
    checking(expected, "", as: .value) { $0 == .null || $0.isOf(expected) }
  }

  private func checking(
    _ expected: ExpressionType, _ operatorName: String, as type: ExpressionType,
    _ accepts: @escaping @Sendable (PropertyValue) -> Bool
  ) -> Compiled {
    let (code, position) = (value, position)
    return Compiled(type, position) { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard accepts(value) else {
        throw ExpressionError(operatorName, position, expected: expected, found: ExpressionType(of: value))
      }
      return value
    }
  }
}

extension PropertyValue {
  /// Whether this is a value of a type. Constant time, except for lists.
  func isOf(_ type: ExpressionType) -> Bool {
    switch (type, self) {
    case (.number, .int), (.number, .uint), (.number, .double), (.string, .string), (.boolean, .bool): true
    case (.number, _), (.string, _), (.boolean, _): false
    default: type.accepts(ExpressionType(of: self))
    }
  }
}
