/// A plain text that stands where a value of a feature could: alone, or as an argument of a call that reads nothing of a
/// feature, as `["upcase", "name"]`.
package struct ConstantText: Sendable, Hashable {
  /// The text.
  package let text: String
  /// Where it stands.
  package let position: SourcePosition
}

extension ExpressionSyntax {
  /// The plain texts among the arguments of a call; none of `literal`, which says that they are meant.
  var argumentTexts: [ConstantText] {
    guard case .array(let items) = content, let head, head != "literal" else { return [] }
    return items.dropFirst().compactMap { $0.constantText }
  }

  /// The text of a plain text.
  var constantText: ConstantText? {
    if case .string(let text) = content { ConstantText(text: text, position: position) } else { nil }
  }

  /// The text that a text alone stands for, as the reader of a configuration writes it: `["literal", text]`.
  var textAlone: ConstantText? {
    if case .array(let items) = content, head == "literal", items.count == 2 {
      items[1].constantText
    } else {
      constantText
    }
  }
}
