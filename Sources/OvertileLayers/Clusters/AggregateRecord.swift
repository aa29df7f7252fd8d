import OvertileBundleFormat
import OvertileConfiguration
import OvertileExpressions

extension BundleManifest.Aggregate {
  /// The manifest's record of an aggregate of a layer whose features keep some properties.
  package init(_ aggregate: AggregateConfiguration, _ properties: PropertySelection) {
    self.init(name: aggregate.name.value, operation: aggregate.operation.rawValue)
    if aggregate.operation == .distinct { cap = aggregate.cap }
    round = aggregate.round
    if let key = aggregate.expression.plainProperty, properties.keepsAsItIs(key) { property = key }
  }
}

extension FeatureExpression {
  /// The property that it reads if it does nothing else, otherwise nil.
  fileprivate var plainProperty: String? {
    guard keys.count == 1, let plain = try? FeatureExpression(property: keys[0], at: position),
      plain.canonicalText == canonicalText
    else { return nil }
    return keys[0]
  }
}

extension PropertySelection {
  /// Whether features in tiles have a property of the source with all its values.
  fileprivate func keepsAsItIs(_ name: String) -> Bool {
    guard nested == .stringify, !drop.contains(name), !computed.contains(where: { $0.name.value == name }) else {
      return false
    }
    switch keep {
    case .all: return true
    case .none: return false
    case .only(let names): return names.contains(name)
    }
  }
}
