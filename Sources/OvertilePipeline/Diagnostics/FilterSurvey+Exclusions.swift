import OvertileExpressions
import OvertileFeatures

/// The reason that a filter that excludes values excludes no feature: the data have such a value in another form.
extension FilterSurvey {
  private static let exclusions = ["!=", "!in"]

  /// Whether a filter has a comparison that excludes values.
  static func excludes(_ filter: FeatureExpression) -> Bool {
    filter.readings.contains { reading in reading.comparison.map { exclusions.contains($0.name) } ?? false }
  }

  /// The excluded values that no feature has, with the form that features have; nil where no value has another form.
  /// Only for a filter that keeps every feature.
  var vainExclusion: String? {
    let comparisons = filter.readings.compactMap(\.comparison)
    let asked = comparisons.flatMap(\.values)
    for reading in filter.readings {
      guard let comparison = reading.comparison, Self.exclusions.contains(comparison.name),
        let values = census.values[reading.key]
      else { continue }
      for value in comparison.values where !values.has(value) && (!values.hasMore || !values.mayBe(value)) {
        if let twin = values.different.first(where: { Self.areTwins($0, value) }) {
          if asked.contains(twin) { continue }
          let text = comparison.text { $0 == value ? twin : $0 }
          return "\"\(reading.key)\" is never \(value.jsonText), but \(twin.jsonText)"
            + (text.map { ": write \($0)" } ?? "")
        }
        if values.hasMore, values.isOfOtherForm(than: value) {
          return "\"\(reading.key)\" is never \(value.jsonText): it holds \(value.number == nil ? "numbers" : "texts")"
        }
      }
    }
    return nil
  }

  /// Whether two values are the same value in two types or two spellings.
  private static func areTwins(_ met: PropertyValue, _ asked: PropertyValue) -> Bool {
    switch (met, asked) {
    case (.string(let met), .string(let asked)): met.lowercased() == asked.lowercased()
    case (.string(let text), .bool(let bool)), (.bool(let bool), .string(let text)): text.lowercased() == "\(bool)"
    case (.string, _): asked.number != nil && met.numberOfText?.number == asked.number
    case (_, .string): met.number != nil && asked.numberOfText?.number == met.number
    default: false
    }
  }
}

extension PropertyValues {
  /// Whether a value of such a type was found.
  fileprivate func mayBe(_ value: PropertyValue) -> Bool {
    switch value {
    case .string: kinds.contains(.string)
    case .int, .uint, .double: !kinds.isDisjoint(with: [.int, .uint, .double])
    case .bool: kinds.contains(.bool)
    case .null, .json: true
    }
  }

  /// Whether features have numbers as texts and the filter expects a number, or the other way around.
  fileprivate func isOfOtherForm(than value: PropertyValue) -> Bool {
    if value.number != nil { return are([.string]) && different.allSatisfy { $0.numberOfText != nil } }
    return value.numberOfText != nil && are([.int, .uint, .double])
  }
}
