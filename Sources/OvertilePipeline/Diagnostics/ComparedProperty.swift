import OvertileConfiguration
import OvertileExpressions
import OvertileFeatures

/// A property that an expression of a layer compares with literal values, and the types that it must have to equal one.
struct ComparedProperty: Sendable {
  /// The property.
  let key: String
  /// The key of the configuration that compares.
  let role: String
  let comparison: PropertyComparison
  /// The types of values that can equal one of the literals, or that the legacy comparison operators cannot order.
  let kinds: Set<PropertyKind>

  /// Every such comparison of a layer. A comparison with null has no type; comparisons of one property in one
  /// expression, which may be meant for different types, count together.
  static func all(_ layer: LayerConfiguration) -> [ComparedProperty] {
    layer.askingExpressions.flatMap { asking in
      var kinds: [String: Set<PropertyKind>] = [:]
      let compared = asking.expression.readings.compactMap { reading in
        comparison(reading).map { (key: reading.key, comparison: $0) }
      }
      for (key, comparison) in compared {
        for value in comparison.values { kinds[key, default: []].formUnion(Self.kinds(meeting: value)) }
      }
      return compared.map { key, comparison in
        ComparedProperty(key: key, role: asking.role, comparison: comparison, kinds: kinds[key] ?? [])
      }
    }
  }

  /// The comparison of a property itself with values; nil where there is none, or one of them is null.
  private static func comparison(_ reading: PropertyReading) -> PropertyComparison? {
    guard let comparison = reading.comparison, !comparison.values.isEmpty, !comparison.values.contains(.null) else {
      return nil
    }
    let isOld = comparison.expressionText != nil
    let isEquality = ["==", "!=", "in", "!in", "match"].contains(comparison.name)
    return isOld || isEquality && comparison.operands.contains(PropertyReading.get(reading.key)) ? comparison : nil
  }

  private static func kinds(meeting value: PropertyValue) -> Set<PropertyKind> {
    switch value {
    case .string: [.string]
    case .int, .uint, .double: [.int, .uint, .double]
    case .bool: [.bool]
    case .null, .json: []
    }
  }

  /// The message about the comparison where the types never agree; nil where they may, or nothing has the property.
  func diagnostic(_ layer: LayerConfiguration, _ census: PropertyCensus, source: String, file: String) -> Diagnostic? {
    guard let met = census.kinds[key], met.isDisjoint(with: kinds), let values = census.values[key],
      !values.kinds.isEmpty, values.kinds.isDisjoint(with: kinds)
    else { return nil }
    let outcome = PropertyComparison.outcome(ofUnmet: comparison.name)
    let fact = FilterSurvey.corrected(comparison, key, values) ?? "\"\(key)\" holds \(values.form)"
    let asked = "\(file):\(comparison.position) (\(role))"
    var diagnostic = Diagnostic(
      .neverHolds,
      "layer \"\(layer.name.value)\": \(comparison.text) \(outcome): \(fact); asked for by \(asked)", source: source,
      layer: layer.name.value)
    (diagnostic.property, diagnostic.askedBy) = (key, asked)
    return diagnostic
  }
}

extension PropertyValues {
  /// The types that it holds, in words.
  fileprivate var form: String {
    if are([.int, .uint, .double]) { return "numbers" }
    if are([.bool]) { return "true and false" }
    if are([.json]) { return "lists or objects" }
    return are([.string]) ? "texts" : "values of other types"
  }
}
