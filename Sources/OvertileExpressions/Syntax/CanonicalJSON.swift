import OvertileCore

/// Minified JSON with one spelling per value.
///
/// Whole numbers stay whole ("10"), others have a point or exponent as Swift's shortest round-trip text ("10.0"); members
/// keep their order; only characters that JSON requires are escaped.
package enum CanonicalJSON {
  /// The text of a syntax tree.
  package static func text(of syntax: ExpressionSyntax) -> String {
    switch syntax.content {
    case .array(let items): list(items.map { text(of: $0) })
    case .object(let members): object(members.map { (quoted($0.key), text(of: $0.value)) })
    case .double(let double): "\(double)"
    case .null, .bool, .int, .string, .unreadable: text(of: syntax.plainValue ?? .null)
    }
  }

  /// The text of a value; a number that is not finite is null, as in ECMAScript.
  package static func text(of value: PropertyValue) -> String {
    var text = JSONText(.lines)
    text.append(value: value)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The text of a list of values.
  static func list(_ values: some Sequence<PropertyValue>) -> String { list(values.map { text(of: $0) }) }

  /// The text of an object.
  static func object(_ members: some Sequence<(key: String, value: PropertyValue)>) -> String {
    object(members.map { (quoted($0.key), text(of: $0.value)) })
  }

  /// A list of items that are JSON already.
  package static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  /// An object of keys and values that are JSON already.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { $0 + ":" + $1 }.joined(separator: ",") + "}"
  }

  /// A string in quotes.
  package static func quoted(_ string: String) -> String { JSONText.quoted(string, .lines) }
}
