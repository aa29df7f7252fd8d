/// A position in an expression at which a property is read, and its use there.
package struct PropertyReading: Sendable, Hashable {
  /// The property.
  package let key: String
  /// The start of the list that reads it; in a legacy filter, of the comparison.
  package let position: SourcePosition
  /// Whether the expression has a default for features without the property, so that none needs to have it.
  package internal(set) var isForeseen: Bool
  /// The comparison with it as an operand; nil if there is none.
  package let comparison: PropertyComparison?
  /// The reading of the property whose value is its name, as minified JSON: `["get",["get","key"]]`; nil if there is
  /// none.
  package let lookup: String?

  /// The expression that reads the property, as minified JSON: `["get","visits"]`.
  package static func get(_ key: String) -> String { "[\"get\",\(CanonicalJSON.quoted(key))]" }
}
