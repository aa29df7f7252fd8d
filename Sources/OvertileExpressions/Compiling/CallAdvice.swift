/// The probable meaning of a list that is not a call, or of a call with the wrong arguments.
enum CallAdvice {
  private static let comparisons = ["==", "!=", "<", "<=", ">", ">=", "in"]

  /// The replacement for a list that does not begin with an operator; nothing if it is unclear.
  static func text(for items: [ExpressionSyntax]) -> String? {
    if items.count == 1, case .string(let key) = items[0].content { return "a property is \(PropertyReading.get(key))" }
    guard items.count == 3, case .string(let name) = items[1].content,
      let own = Operators.table[name] == nil ? Operators.own(name) : name, comparisons.contains(own)
    else { return nil }
    var first = CanonicalJSON.text(of: items[0])
    if case .string(let key) = items[0].content { first = PropertyReading.get(key) }
    return "the operator comes first: [\(CanonicalJSON.quoted(own)),\(first),\(CanonicalJSON.text(of: items[2]))]"
  }

  /// The replacement for a call with too few or too many arguments; nothing if it is unclear.
  static func text(for call: Call) -> String {
    let texts = call.arguments.map(CanonicalJSON.text)
    switch call.name {
    case "in" where texts.count > 2 && !call.arguments.dropFirst().contains(where: \.isArray):
      let list = texts.dropFirst().joined(separator: ",")
      return "; a list of values is written as a literal: [\"in\",\(texts[0]),[\"literal\",[\(list)]]]"
    case "match" where texts.count == 3, "case" where texts.count == 2: return "; " + withFallback(call)
    default: return ""
    }
  }

  /// Rejects `["==", ["get", "kind"], "cafe", "bar"]`, in which several values are in the position of one.
  static func rejectList(_ call: Call) throws(ExpressionError) {
    guard ["==", "!="].contains(call.name), call.arguments.count > 2,
      !call.arguments.dropFirst().contains(where: \.isArray)
    else { return }
    let texts = call.arguments.map(CanonicalJSON.text)
    let property = call.arguments[0].constantText.map { PropertyReading.get($0.text) } ?? texts[0]
    let test = "[\"in\",\(property),[\"literal\",[\(texts.dropFirst().joined(separator: ","))]]]"
    throw ExpressionError(
      .typeMismatch, call.name, call.position,
      "compares two values, found \(texts.count); one of several is \(call.name == "==" ? test : "[\"!\",\(test)]")")
  }

  /// The replacement for `!in` and `!has`, which only legacy filters have, in an expression.
  static func negation(_ name: String, of arguments: [ExpressionSyntax]) -> String {
    guard let tested = arguments.first, case .array(let parts) = tested.content else { return "" }
    switch name {
    case "!in":
      return "; write [\"!\",[\"in\",\(CanonicalJSON.text(of: tested)),\(literal(Array(arguments.dropFirst())))]]"
    case "!has" where tested.head == "get" && parts.count == 2:
      return "; write [\"!\",[\"has\",\(CanonicalJSON.text(of: parts[1]))]]"
    default: return ""
    }
  }

  /// A list of values for `in`: unchanged, from a list without `literal`, or from bare values.
  static func literal(_ values: [ExpressionSyntax]) -> String {
    guard values.count == 1, case .array = values[0].content else {
      return "[\"literal\",[\(values.map(CanonicalJSON.text).joined(separator: ","))]]"
    }
    let text = CanonicalJSON.text(of: values[0])
    return values[0].head.map { $0 == "literal" || Operators.table[$0] != nil } == true ? text : "[\"literal\",\(text)]"
  }

  /// The call with an output for the case that no condition holds: false if the others are true or false, else null.
  static func withFallback(_ call: Call) -> String {
    let isTest = call.arguments.last.map { if case .bool = $0.content { true } else { false } } ?? false
    let items = [CanonicalJSON.quoted(call.name)] + call.arguments.map(CanonicalJSON.text)
    return
      "write [\(items.joined(separator: ",")),\(isTest ? "false" : "null")], with an output for all others at its end"
  }

  /// Rejects `["get", ["visits"]]`, in which a property's name is in a list of its own.
  static func rejectListedName(_ call: Call) throws(ExpressionError) {
    guard case .array(let items)? = call.arguments.first?.content, items.count == 1,
      case .string(let key) = items[0].content, Operators.table[key] == nil
    else { return }
    let others = call.arguments.dropFirst().map { "," + CanonicalJSON.text(of: $0) }.joined()
    throw ExpressionError(
      .syntax, call.name, call.arguments[0].position,
      "a property's name is a plain text: [\"\(call.name)\",\(CanonicalJSON.quoted(key))\(others)]")
  }
}
