/// A plain text in a position where a value of a feature could be: alone, or as an argument of a call that reads
/// nothing of a feature, such as `["upcase", "name"]`.
package struct ConstantText: Sendable, Hashable {
  /// The text.
  package let text: String
  /// Its position.
  package let position: SourcePosition
}

extension ExpressionSyntax {
  /// The plain texts among the arguments of a call; none for `literal`, which marks them as intended.
  var argumentTexts: [ConstantText] {
    guard case .array(let items) = content, let head, head != "literal" else { return [] }
    return items.dropFirst().compactMap { $0.constantText }
  }

  /// The text of a plain text.
  var constantText: ConstantText? {
    if case .string(let text) = content { ConstantText(text: text, position: position) } else { nil }
  }

  /// The text in the form in which the reader of a configuration writes a text alone: `["literal", text]`.
  var textAlone: ConstantText? {
    if case .array(let items) = content, head == "literal", items.count == 2 {
      items[1].constantText
    } else {
      constantText
    }
  }
}
