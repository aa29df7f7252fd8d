import OvertileExpressions

/// A piece of a JSON Schema, written with sorted keys.
indirect enum SchemaNode: Sendable, Hashable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([SchemaNode])
  case object([String: SchemaNode])

  /// This object with more members; others are left as they are.
  func adding(_ members: [String: SchemaNode]) -> SchemaNode {
    guard case .object(let own) = self else { return self }
    return .object(own.merging(members) { _, new in new })
  }

  /// The text, indented by two spaces a level.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .bool(let bool): return String(bool)
    case .int(let int): return String(int)
    case .double(let double): return "\(double)"
    case .string(let string): return CanonicalJSON.quoted(string)
    case .array(let items):
      if items.isEmpty { return "[]" }
      return "[\n" + items.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.sorted { $0.key < $1.key }
        .map { "\(inner)\(CanonicalJSON.quoted($0.key)): \($0.value.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}

extension SchemaNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: SchemaNode...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, SchemaNode)...) {
    self = .object(Dictionary(elements) { _, new in new })
  }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}
