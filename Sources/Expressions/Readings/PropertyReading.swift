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

extension FeatureExpression {
  /// What is read at the place of an error; where that is within something larger, the only reading of the property.
  public func reading(of key: String, at position: SourcePosition) -> PropertyReading? {
    if let exact = readings.first(where: { $0.position == position && $0.key == key }) { return exact }
    let all = readings.filter { $0.key == key }
    return all.count == 1 ? all[0] : nil
  }

  /// The comparison that stands at a place; nil where none does.
  public func comparison(at position: SourcePosition) -> PropertyComparison? {
    readings.first { $0.comparison?.position == position }?.comparison
  }

  /// The properties for which the expression says what holds without them.
  public var foreseenKeys: Set<String> { Set(readings.lazy.filter(\.isForeseen).map(\.key)) }
}
