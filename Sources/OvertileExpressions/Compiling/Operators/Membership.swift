import OvertileCore

/// `in`, `index-of` and `length`, over strings and lists.
extension Operators {
  static let membership: [String: OperatorRule] = [
    "in": OperatorRule(.exactly(2), contains),
    "index-of": OperatorRule(.between(2, 3), indexOf),
    "length": OperatorRule(.exactly(1), length),
  ]

  /// Whether a list has an element equal to the first argument, or a string contains its text. Null, false, 0 and the
  /// empty string contain nothing.
  private static func contains(_ call: Call) throws(ExpressionError) -> Compiled {
    try rejectBareList(call)
    let needle = try needle(call)
    let haystack = try call.compile(call.arguments[1])
    let (search, code, callSite) = (Search(haystack), needle.value, call.callSite)
    return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in
      let needle = try code(frame)
      let haystack = try search.haystack(frame)
      if case .other(let value) = haystack, !isTruthy(value) { return false }
      if case .string("") = haystack { return false }
      return try search.index(of: needle, in: haystack, from: nil, callSite) != nil
    }
  }

  /// Rejects a list of values in the position of an expression, as in `["in", "name", ["a", "b"]]`, with the right
  /// form.
  private static func rejectBareList(_ call: Call) throws(ExpressionError) {
    guard case .array(let items) = call.arguments[1].content, let first = items.first,
      !items.contains(where: \.isArray),
      { if case .string(let name) = first.content { table[name] == nil } else { true } }()
    else { return }
    var needle = CanonicalJSON.text(of: call.arguments[0])
    if case .string = call.arguments[0].content { needle = "[\"get\",\(needle)]" }
    let list = CanonicalJSON.text(of: call.arguments[1])
    throw call.error(
      .syntax, "write a list of values as a literal: [\"in\",\(needle),[\"literal\",\(list)]]",
      at: call.arguments[1].position)
  }

  /// The index of the first occurrence at or after an index, or -1: of an element in a list, in Unicode scalars of a text.
  private static func indexOf(_ call: Call) throws(ExpressionError) -> Compiled {
    let needle = try needle(call)
    let haystack = try call.compile(call.arguments[1])
    let from = try call.number(after: 2)
    let (search, code, callSite) = (Search(haystack), needle.value, call.callSite)
    return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in
      let needle = try code(frame)
      let haystack = try search.haystack(frame)
      return Number(count: try search.index(of: needle, in: haystack, from: try from?(frame), callSite) ?? -1)
    }
  }

  private static func needle(_ call: Call) throws(ExpressionError) -> Compiled {
    let needle = try call.compile(call.arguments[0])
    guard !needle.type.isArray, needle.type != .object else {
      throw call.error(
        .typeMismatch, "the value to search for must be a boolean, number, string or null, not \(needle.type.name)",
        at: needle.position)
    }
    return needle
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

/// A string or list to search in.
private struct Search: Sendable {
  enum Haystack {
    case string(String)
    case list([PropertyValue])
    case other(PropertyValue)
  }

  private let code: ValueCode
  /// The elements, if they are known before evaluation.
  private let constant: [PropertyValue]?

  init(_ haystack: Compiled) {
    code = haystack.value
    constant = haystack.constant?.elements
  }

  func haystack(_ frame: Frame) throws(ExpressionError) -> Haystack {
    if let constant { return .list(constant) }
    let value = try code(frame)
    if case .string(let string) = value { return .string(string) }
    return value.elements.map(Haystack.list) ?? .other(value)
  }

  /// The index of a needle at or after another, or nil.
  func index(
    of needle: PropertyValue, in haystack: Haystack, from: Number?, _ callSite: Call.CallSite
  ) throws(ExpressionError) -> Int? {
    if case .json = needle {
      let found = ExpressionType(of: needle).name
      let isList = if case .list = haystack { true } else { false }
      let order =
        callSite.name == "in" && found.hasPrefix("array") && !isList
        ? "; the list must come second: [\"in\",ITEM,LIST]" : ""
      throw callSite.error(
        .typeMismatch,
        "the value to search for must be a boolean, number, string or null, not \(found)\(order)")
    }
    switch haystack {
    case .list(let elements):
      let start = from?.position(inListOf: elements.count) ?? 0
      return elements[start...].firstIndex { Equality.strictlyEqual($0, needle) }
    case .string(let string):
      let text = needle == .null ? "null" : JavaScriptText.string(of: needle)
      let start = from.map { string.offset(ofUnit: $0.index(in: 0...string.utf16.count)) } ?? 0
      return TextSearch.offset(of: text, in: string, from: start).map { string.scalarCount(beforeOffset: $0) }
    case .other(let value):
      throw callSite.error(
        .typeMismatch,
        "the value to search in must be a string or list, not \(ExpressionType(of: value).name)")
    }
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
