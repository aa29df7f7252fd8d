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
  /// The code for what can be read of values of a type.
  @inline(__always)
  private func reading<Value>(
    _ expected: ExpressionType, _ operatorName: String, _ read: @escaping @Sendable (PropertyValue) -> Value?
  ) -> @Sendable (Frame) throws(ExpressionError) -> Value {
    let (code, position) = (value, position)
    return { (frame) throws(ExpressionError) in
      let value = try code(frame)
      guard let found = read(value) else {
        throw ExpressionError(operatorName, position, expected: expected, found: ExpressionType(of: value))
      }
      return found
    }
  }

  /// The code for a boolean.
  func boolean(_ operatorName: String) -> BooleanCode {
    if case .boolean(let code) = code { return code }
    return reading(.boolean, operatorName) { $0.bool }
  }

  /// The code for a number.
  func number(_ operatorName: String) -> NumberCode {
    if case .number(let code) = code { return code }
    if let constant, let number = Number(constant) { return { _ in number } }
    return reading(.number, operatorName) { Number($0) }
  }

  /// The code for a string.
  func string(_ operatorName: String) -> StringCode {
    reading(.string, operatorName) { if case .string(let string) = $0 { string } else { nil } }
  }

  /// The code for the items of a list.
  func list(_ operatorName: String) -> ListCode {
    if let items = constant?.elements { return { _ in items } }
    return reading(.anyArray, operatorName) { $0.elements }
  }

  /// The same expression, failing if its value has another type than this one.
  func asserting(_ expected: ExpressionType, _ operatorName: String) -> Compiled {
    guard expected != .value, type != expected else { return self }
    if expected == .boolean { return Compiled(booleanAt: position, boolean(operatorName)) }
    return Compiled(expected, position, .other, reading(expected, operatorName) { $0.isOf(expected) ? $0 : nil })
  }

  /// The same expression, failing if its value is neither null nor of a type.
  func assertingUnlessNull(_ expected: ExpressionType) -> Compiled {
    Compiled(.value, position, .other, reading(expected, "") { $0 == .null || $0.isOf(expected) ? $0 : nil })
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
