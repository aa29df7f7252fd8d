extension FeatureExpression {
  /// The property read at the position of an error; if that is within something larger, the only reading of the
  /// property.
  package func reading(of key: String, at position: SourcePosition) -> PropertyReading? {
    if let exact = readings.first(where: { $0.position == position && $0.key == key }) { return exact }
    let all = readings.filter { $0.key == key }
    return all.count == 1 ? all[0] : nil
  }

  /// The comparison at a position; nil if there is none.
  package func comparison(at position: SourcePosition) -> PropertyComparison? {
    readings.first { $0.comparison?.position == position }?.comparison
  }

  /// The properties for which the expression has a default.
  package var foreseenKeys: Set<String> { Set(readings.lazy.filter(\.isForeseen).map(\.key)) }
}
