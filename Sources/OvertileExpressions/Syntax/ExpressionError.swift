/// The reason that an expression was rejected, or that it has no value for a feature.
package struct ExpressionError: Error, Sendable, Hashable {
  /// The stable kinds of errors.
  package enum Code: String, Sendable, CaseIterable {
    /// The expression's form is wrong: an empty list, an object outside `literal`, a bad stop or label.
    case syntax
    /// No operator has this name.
    case unknownOperator
    /// Too few or too many arguments.
    case argumentCount
    /// An argument has the wrong type; found when parsing if types are known, otherwise when evaluating.
    case typeMismatch
    /// `zoom` is used where the zoom is not known.
    case zoomUnknown
    /// The result is a number that is not finite, such as from a division by zero: neither JSON nor a tile can hold it.
    case notFinite
    /// A value cannot be converted.
    case conversion
    /// An index lies outside its list, or is not a whole number.
    case outOfRange
    /// An operator that is for drawing, which has no meaning where data is made, or that depends on a language.
    case unsupported
    /// More text or longer lists than one evaluation may make.
    case limit
    /// The expression itself declares that there is no value, with `error`.
    case stated
    /// A filter that is true, or false, for every feature.
    case constant
  }

  /// The kind of error.
  package let code: Code
  /// The operator concerned, such as "get"; empty outside any.
  package let operatorName: String
  /// The start of the expression concerned.
  package let position: SourcePosition
  private let text: String
  private var expected: ExpressionType?
  private var found: ExpressionType?

  /// The type that was expected and the one that was found, by their names; nil for errors other than those of types.
  package var types: (expected: String, found: String)? {
    if let expected, let found { (expected.name, found.name) } else { nil }
  }

  /// The reason in words, with the operator and without the position.
  package var reason: String {
    let text = types.map { "expected \($0.expected), found \($0.found)" } ?? text
    return operatorName.isEmpty ? text : "\"\(operatorName)\": \(text)"
  }

  init(_ code: Code, _ operatorName: String, _ position: SourcePosition, _ text: String) {
    (self.code, self.operatorName, self.position, self.text) = (code, operatorName, position, text)
  }

  /// A type error whose text is only built when it is read: features that lack a number are common.
  init(_ operatorName: String, _ position: SourcePosition, expected: ExpressionType, found: ExpressionType) {
    (code, self.operatorName, self.position, text) = (.typeMismatch, operatorName, position, "")
    (self.expected, self.found) = (expected, found)
  }
}

extension ExpressionError: CustomStringConvertible {
  /// The position and the reason.
  package var description: String { "\(position): \(reason)" }
}
