import OvertileCore

/// `in`, `index-of` and `length`, over strings and lists.
extension Operators {
  static let membership: [String: OperatorRule] = [
    "in": OperatorRule(2, contains),
    "index-of": OperatorRule(2...3, indexOf),
    "length": OperatorRule(1, length),
  ]

  /// Whether a list has an element equal to the first argument, or a string contains its text. Null, false, 0 and the
  /// empty string contain nothing.
  private static func contains(_ call: Call) throws(ExpressionError) -> Compiled {
    let search = try Search(call)
    return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in try search.index(frame) != nil }
  }

  /// The index of the first occurrence at or after an index, or -1: of an element in a list, in Unicode scalars of a text.
  private static func indexOf(_ call: Call) throws(ExpressionError) -> Compiled {
    let search = try Search(call)
    return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in
      Number(count: try search.index(frame) ?? -1)
    }
  }

  /// The Unicode scalars of a string or the elements of a list.
  private static func length(_ call: Call) throws(ExpressionError) -> Compiled {
    let operand = try call.compile(call.arguments[0], nil)
    guard operand.type.isTextOrList else {
      throw call.error(.typeMismatch, "expected a string or list, found \(operand.type.name)", at: operand.position)
    }
    let (code, callSite) = (operand.value, call.callSite)
    return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in
      let value = try code(frame)
      if case .string(let string) = value { return Number(count: string.unicodeScalars.count) }
      if let elements = value.elements { return Number(count: elements.count) }
      throw callSite.error(.typeMismatch, "expected a string or list, found \(ExpressionType(of: value).name)")
    }
  }
}

/// A value, and a string or list to search it in.
private struct Search: Sendable {
  private let needle: ValueCode
  private let haystack: ValueCode
  /// The elements to search in, if they are known before evaluation.
  private let constant: [PropertyValue]?
  private let from: NumberCode?
  private let callSite: Call.CallSite

  private static let wanted = "the value to search for must be a boolean, number, string or null, not "

  init(_ call: Call) throws(ExpressionError) {
    let needle = try call.compile(call.arguments[0])
    guard !needle.type.isArray, needle.type != .object else {
      throw call.error(.typeMismatch, Self.wanted + needle.type.name, at: needle.position)
    }
    let haystack = try call.compile(call.arguments[1])
    from = try call.number(after: 2)
    (self.needle, self.haystack, callSite) = (needle.value, haystack.value, call.callSite)
    constant = haystack.constant?.elements
  }

  /// The index of the value, or nil.
  func index(_ frame: Frame) throws(ExpressionError) -> Int? {
    let needle = try needle(frame)
    let haystack = constant == nil ? try haystack(frame) : .bool(true)
    if callSite.name == "in", !Operators.isTruthy(haystack) { return nil }
    if case .json = needle { throw callSite.error(.typeMismatch, Self.wanted + ExpressionType(of: needle).name) }
    let from = try from?(frame)
    if let elements = constant ?? haystack.elements {
      let start = from?.position(inListOf: elements.count) ?? 0
      return elements[start...].firstIndex { Equality.strictlyEqual($0, needle) }
    }
    guard case .string(let string) = haystack else {
      throw callSite.error(
        .typeMismatch, "the value to search in must be a string or list, not \(ExpressionType(of: haystack).name)")
    }
    let text = needle == .null ? "null" : JavaScriptText.string(of: needle)
    let start = from.map { string.offset(ofUnit: $0.index(in: 0...string.utf16.count)) } ?? 0
    return TextSearch.offset(of: text, in: string, from: start).map { string.scalarCount(beforeOffset: $0) }
  }
}

extension String {
  /// The offset in bytes of a UTF-16 code unit; within a pair that of the next scalar.
  fileprivate func offset(ofUnit unit: Int) -> Int {
    var (units, offset) = (0, 0)
    for scalar in unicodeScalars {
      if units >= unit { return offset }
      units += scalar.utf16.count
      offset += scalar.utf8.count
    }
    return offset
  }

  /// The number of Unicode scalars before an offset in bytes.
  fileprivate func scalarCount(beforeOffset offset: Int) -> Int {
    utf8.prefix(offset).reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
