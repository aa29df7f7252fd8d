import OvertileExpressions

/// A value of a configuration together with its position.
package struct Located<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// Its start in the configuration's file; for a default, the start of the mapping that lacks it.
  package var position: SourcePosition

  /// Makes a located value.
  package init(_ value: Value, at position: SourcePosition) {
    self.value = value
    self.position = position
  }
}

extension String {
  /// The text on one line, whatever the names in it: line feeds and carriage returns are escaped.
  package var onOneLine: String {
    contains(where: \.isNewline) ? replacing("\r", with: "\\r").replacing("\n", with: "\\n") : self
  }
}
