import OvertileFeatures

/// A test of a property against values in an expression: `==`, `>`, `in`, `match` and similar operators, in both of
/// MapLibre's filter languages.
package struct PropertyComparison: Sendable, Hashable {
  /// The operator.
  package let name: String
  static let names = ["==", "!=", "<", "<=", ">", ">="]
  /// The values as written, in order; none if the property is compared with something computed.
  package var values: [PropertyValue] { paths.map { syntax.value(at: $0[...]) } }
  /// Whether it is true or false itself; a `match` may be anything.
  package var isTest: Bool { name != "match" }
  /// Its start.
  package var position: SourcePosition { syntax.position }
  /// The whole of it as minified JSON.
  package var text: String { CanonicalJSON.text(of: syntax) }

  /// The computed value of a feature that is compared, as minified JSON: one operand, or both.
  package var operands: [String] {
    guard case .array(let items) = syntax.content else { return [] }
    return items.dropFirst().prefix(2).filter(\.isArray).map(CanonicalJSON.text)
  }

  /// The whole of it as an expression, if it is written in the legacy language; nil for an expression.
  package var expressionText: String? { FilterForm(syntax) == .legacy ? ModernForm.text(of: syntax) : nil }

  /// The part of the expression that must be true as a whole, as minified JSON: the comparison, or the operator around
  /// it, such as `!`.
  package var clauseText: String { clause.map(CanonicalJSON.text) ?? text }

  /// That part as an expression for use within `all`, with something else in place of the comparison.
  package func clauseText(with other: String) -> String {
    guard let clause else { return other }
    let whole = CanonicalJSON.text(of: clause).replacing(text, with: other)
    // An expression has no `none`.
    return clause.head == "none" ? "[\"!\",[\"any\"\(whole.dropFirst("[\"none\"".count))]" : whole
  }

  private let syntax: ExpressionSyntax
  private let clause: ExpressionSyntax?
  /// The positions of the values, as indices from list to list.
  private let paths: [[Int]]

  init(_ name: String, _ syntax: ExpressionSyntax, values paths: [[Int]], within clause: ExpressionSyntax? = nil) {
    (self.name, self.syntax, self.paths, self.clause) = (name, syntax, paths, clause)
  }

  /// The comparison as minified JSON with other values; nil if one of them has none, or they are the same.
  package func text(replacing other: (PropertyValue) -> PropertyValue?) -> String? {
    var changed = syntax
    var isChanged = false
    for path in paths {
      let value = syntax.value(at: path[...])
      guard let replaced = other(value) else { return nil }
      isChanged = isChanged || replaced != value
      changed.replace(at: path[...], with: replaced)
    }
    return isChanged ? CanonicalJSON.text(of: changed) : nil
  }
}

extension PropertyValue {
  /// The number that a text is, as `to-number` reads it; nil for blank texts, and for anything but the text of a finite
  /// number.
  package var numberOfText: PropertyValue? {
    guard case .string(let text) = self, text.contains(where: { !$0.isWhitespace }),
      let number = JavaScriptText.number(in: text), number.value.isFinite
    else { return nil }
    return number.propertyValue
  }

  /// The value as minified JSON.
  package var jsonText: String { CanonicalJSON.text(of: self) }
}

extension ExpressionSyntax {
  /// The literal at a path; null if there is none.
  fileprivate func value(at path: ArraySlice<Int>) -> PropertyValue {
    if let index = path.first {
      guard case .array(let items) = content, items.indices.contains(index) else { return .null }
      return items[index].value(at: path.dropFirst())
    }
    return switch content {
    case .null, .array, .object: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let string): .string(string)
    }
  }

  fileprivate mutating func replace(at path: ArraySlice<Int>, with value: PropertyValue) {
    if let index = path.first {
      guard case .array(var items) = content, items.indices.contains(index) else { return }
      items[index].replace(at: path.dropFirst(), with: value)
      content = .array(items)
      return
    }
    switch value {
    case .null: content = .null
    case .bool(let bool): content = .bool(bool)
    case .int(let int): content = .int(int)
    case .uint(let uint): content = .double(Double(uint))
    case .double(let double): content = .double(double)
    case .string(let string): content = .string(string)
    case .json: break
    }
  }
}
