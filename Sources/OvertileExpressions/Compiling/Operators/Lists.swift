import OvertileCore

/// `at`, `slice`, `split`, `join` and `semiliteral`: lists and their items.
extension Operators {
  static let lists: [String: OperatorRule] = [
    "at": OperatorRule(2, at),
    "slice": OperatorRule(2...3, slice),
    "split": OperatorRule(2, split),
    "join": OperatorRule(2, join),
    "semiliteral": OperatorRule(1, semiliteral),
  ]

  /// The item of a list at an index from 0.
  private static func at(_ call: Call) throws(ExpressionError) -> Compiled {
    let index = try call.number(call.arguments[0])
    let list = try call.compile(call.arguments[1], .array(of: call.expected ?? .value, count: nil))
    guard case .array(let item, _) = list.type else {
      throw ExpressionError(call.name, list.position, expected: .anyArray, found: list.type)
    }
    let (items, callSite) = (list.list(call.name), call.callSite)
    return Compiled(item, call.position) { (frame) throws(ExpressionError) in
      let index = try index(frame).value
      let items = try items(frame)
      guard index >= 0, index < Double(items.count), index == index.rounded() else {
        throw callSite.error(
          .outOfRange,
          "the index is \(JavaScriptText.string(of: index)), but must be a whole number that is at least 0 and less "
            + "than \(items.count)")
      }
      return items[Int(index)]
    }
  }

  /// A part of a string, in Unicode scalars, or of a list; indices below 0 count from the end.
  private static func slice(_ call: Call) throws(ExpressionError) -> Compiled {
    let input = try call.compile(call.arguments[0])
    let begin = try call.number(call.arguments[1])
    guard input.type.isTextOrList else {
      throw call.error(.typeMismatch, "expected a string or list, found \(input.type.name)", at: input.position)
    }
    let end = try call.number(after: 2)
    let (code, callSite) = (input.value, call.callSite)
    return call.making(input.type) { (frame) throws(ExpressionError) in
      let (value, begin, end) = (try code(frame), try begin(frame), try end?(frame))
      let range = { (count: Int) in
        let first = begin.position(inListOf: count)
        return first..<max(first, end?.position(inListOf: count) ?? count)
      }
      if case .string(let string) = value {
        let scalars = Array(string.unicodeScalars)
        return .string(String(String.UnicodeScalarView(scalars[range(scalars.count)])))
      }
      if let items = value.elements { return .json(CanonicalJSON.list(items[range(items.count)])) }
      throw callSite.error(.typeMismatch, "expected a string or list, found \(ExpressionType(of: value).name)")
    }
  }

  /// The parts of a string between separators; with an empty separator its characters.
  private static func split(_ call: Call) throws(ExpressionError) -> Compiled {
    let (text, separator) = (try call.string(call.arguments[0]), try call.string(call.arguments[1]))
    return call.making(.array(of: .string, count: nil)) { (frame) throws(ExpressionError) in
      let parts = parts(of: try text(frame), separator: try separator(frame))
      return .json(CanonicalJSON.list(parts.lazy.map(PropertyValue.string)))
    }
  }

  private static func parts(of text: String, separator: String) -> [String] {
    if separator.isEmpty { return text.unicodeScalars.map { String($0) } }
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    for offset in TextSearch.offsets(of: separator, in: text) {
      parts.append(String(decoding: bytes[start..<offset], as: UTF8.self))
      start = offset + separator.utf8.count
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }

  /// The strings of a list with a separator between them.
  private static func join(_ call: Call) throws(ExpressionError) -> Compiled {
    let list = try call.compile(call.arguments[0], .array(of: .string, count: nil)).list(call.name)
    let separator = try call.string(call.arguments[1])
    call.compiler.needsState = true
    let callSite = call.callSite
    return Compiled(.string, call.position) { (frame) throws(ExpressionError) in
      let (items, separator) = (try list(frame), try separator(frame))
      let length = items.reduce(0) { $0 + $1.textLength }
      try frame.state?.charge(length + separator.utf8.count * max(0, items.count - 1), callSite)
      return .string(items.map { JavaScriptText.string(of: $0) }.joined(separator: separator))
    }
  }

  /// A list or object whose items are expressions.
  private static func semiliteral(_ call: Call) throws(ExpressionError) -> Compiled {
    let parts: [ExpressionSyntax]
    var keys: [String]?
    switch call.arguments[0].content {
    case .array(let items): parts = items
    case .object(let members): (parts, keys) = (members.map(\.value), members.map(\.key))
    case .null, .bool, .int, .double, .string, .unreadable: return try call.compiler.compile(call.arguments[0])
    }
    let items = try parts.map { (part) throws(ExpressionError) in try call.compile(part) }
    let types = Set(items.map(\.type))
    let type = types.count == 1 && !(items.count > 1 && types.contains { $0.isArray }) ? types.first : nil
    let result = keys == nil ? .array(of: type ?? .value, count: items.count) : ExpressionType.object
    let codes = items.map(\.value)
    return call.making(result) { [keys] (frame) throws(ExpressionError) in
      let values = try codes.map { (code) throws(ExpressionError) in try code(frame) }
      return .json(
        keys.map { CanonicalJSON.object(zip($0, values).lazy.map { ($0, $1) }) } ?? CanonicalJSON.list(values))
    }
  }
}

extension PropertyValue {
  /// The bytes of text in this value; 0 if it is not text.
  var textLength: Int { string?.utf8.count ?? 0 }
}
