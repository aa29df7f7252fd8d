import OvertileBundleFormat
import OvertileConfiguration
import OvertileExpressions
import OvertileReading

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
    let key = keys.first ?? ""
    return canonicalText == CanonicalJSON.list(["\"get\"", CanonicalJSON.quoted(key)]) ? key : nil
  }
}

extension PropertySelection {
  /// Whether features in tiles have a property of the source with all its values.
  fileprivate func keepsAsItIs(_ name: String) -> Bool {
    !dropsNested && keeps(name) && !computed.contains { $0.name == name }
  }
}
