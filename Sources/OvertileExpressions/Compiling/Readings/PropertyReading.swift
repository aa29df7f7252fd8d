/// A place of an expression where a property is read, and what the expression makes of it.
package struct PropertyReading: Sendable, Hashable {
  /// The property.
  package let key: String
  /// Where the list begins that reads it; of a filter of the old language, the comparison.
  package let position: SourcePosition
  /// Whether the expression says what holds for a feature without the property, so that none needs to have it.
  package internal(set) var isForeseen: Bool
  /// The comparison of which it is an operand; nil where there is none.
  package let comparison: PropertyComparison?
  /// The reading of the property whose name its value is, as minified JSON: `["get",["get","key"]]`; nil where there is none.
  package let lookup: String?

  /// The expression that reads the property, as minified JSON: `["get","visits"]`.
  package static func get(_ key: String) -> String { "[\"get\",\(CanonicalJSON.quoted(key))]" }
}
