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
    /// An operator that is for drawing, which has no meaning where data is made.
    case drawing
    /// An operator that depends on the rules of a language.
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
  let detail: Detail

  enum Detail: Sendable, Hashable {
    case text(String)
    case mismatch(expected: ExpressionType, found: ExpressionType)
    /// Two values that have no order.
    case operands(ExpressionType, ExpressionType)
  }

  /// The type that was expected and the one that was found, by their names; for two values that have no order, both.
  /// Nil for errors other than those of types.
  package var types: (expected: String, found: String)? {
    switch detail {
    case .text: nil
    case .mismatch(let expected, let found): (expected.name, found.name)
    case .operands(let first, let second): ("two numbers or two strings", "\(first.name) and \(second.name)")
    }
  }

  /// The reason in words, with the operator and without the position.
  package var reason: String {
    var text = types.map { "expected \($0.expected), found \($0.found)" } ?? ""
    if case .text(let stated) = detail { text = stated }
    return operatorName.isEmpty ? text : "\"\(operatorName)\": \(text)"
  }
}

extension ExpressionError: CustomStringConvertible {
  /// The position and the reason.
  package var description: String { "\(position): \(reason)" }
}

extension ExpressionError {
  init(_ code: Code, _ operatorName: String, _ position: SourcePosition, _ text: String) {
    self.init(code: code, operatorName: operatorName, position: position, detail: .text(text))
  }

  /// A type error whose text is only built when it is read: features that lack a number are common.
  init(_ operatorName: String, _ position: SourcePosition, expected: ExpressionType, found: ExpressionType) {
    let detail = Detail.mismatch(expected: expected, found: found)
    self.init(code: .typeMismatch, operatorName: operatorName, position: position, detail: detail)
  }

  /// An error of two values that have no order.
  init(_ operatorName: String, _ position: SourcePosition, operands: (ExpressionType, ExpressionType)) {
    let detail = Detail.operands(operands.0, operands.1)
    self.init(code: .typeMismatch, operatorName: operatorName, position: position, detail: detail)
  }
}
