/// A place of an expression where a property is read, and what the expression makes of it.
public struct PropertyReading: Sendable, Hashable {
  /// The property.
  public let key: String
  /// Where the list begins that reads it; of a filter of the old language, the comparison.
  public let position: SourcePosition
  /// Whether the expression says what holds for a feature without the property, so that none needs to have it.
  public internal(set) var isForeseen: Bool
  /// The comparison of which it is an operand; nil where there is none.
  public let comparison: PropertyComparison?
  /// The reading of the property whose name its value is, as minified JSON: `["get",["get","key"]]`; nil where there is none.
  public let lookup: String?

  /// The expression that reads the property, as minified JSON: `["get","visits"]`.
  public static func get(_ key: String) -> String { "[\"get\",\(CanonicalJSON.quoted(key))]" }
}
