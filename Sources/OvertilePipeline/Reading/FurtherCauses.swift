import OvertileFeatures

/// What a refused feature does not fit beside what refused it: each cause once.
struct FurtherCauses {
  /// The refusals in the order in which they were met.
  private(set) var refusals: [FeatureMapping.Refusal] = []
  private let feature: Int
  private var causes: Set<DataErrorCause>
  /// The property that is null where a filter asks for it: once the filter leaves the feature out, nothing else asks.
  private let settled: String?

  /// Begins behind the refusal of a feature.
  init(_ feature: Int, _ first: FeatureMapping.Refusal) {
    self.feature = feature
    causes = first.cause.map { [$0] } ?? []
    let isSettled = first.cause?.isOfFilter == true && first.cause?.found?.contains("null") == true
    settled = isSettled ? first.cause?.property : nil
  }

  /// Runs a part of the mapping, and keeps its refusal where it has a cause of its own.
  mutating func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch var refusal as FeatureMapping.Refusal {
      guard let cause = refusal.cause, settled == nil || cause.property != settled || cause.found != "null",
        causes.insert(cause).inserted
      else { return }
      refusal.feature = feature
      refusals.append(refusal)
    } catch {
      return
    }
  }
}

extension FeatureMapping.Refusal {
  /// The text or the number that a feature has where the cause expects something else; nil where it has none.
  func foundValue(in batch: ReadBatch) -> PropertyValue? {
    let properties = batch.features.properties
    guard cause?.found == "string" || cause?.found == "number", let name = cause?.property,
      let key = properties.keys.find(name), let value = properties.valueIndex(ofFeature: feature, key: key)
    else { return nil }
    return properties.values.value(value)
  }
}
