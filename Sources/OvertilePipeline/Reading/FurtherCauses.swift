import OvertileFeatures

/// The causes of a rejected feature beyond the one that rejected it: each cause once.
struct FurtherCauses {
  /// The rejections in the order in which they were found.
  private(set) var rejections: [FeatureMapping.FeatureDiagnostic] = []
  private let feature: Int
  private var causes: Set<DataErrorCause>
  /// The property that is null where a filter needs it: once the filter excludes the feature, nothing else needs it.
  private let settled: String?

  /// Begins after the rejection of a feature.
  init(_ feature: Int, _ first: FeatureMapping.FeatureDiagnostic) {
    self.feature = feature
    causes = first.cause.map { [$0] } ?? []
    let isSettled = first.cause?.isOfFilter == true && first.cause?.found?.contains("null") == true
    settled = isSettled ? first.cause?.property : nil
  }

  /// Runs a part of the mapping, and keeps its rejection where it has a cause of its own.
  mutating func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch var rejection as FeatureMapping.FeatureDiagnostic {
      guard let cause = rejection.cause, settled == nil || cause.property != settled || cause.found != "null",
        causes.insert(cause).inserted
      else { return }
      rejection.feature = feature
      rejections.append(rejection)
    } catch {
      return
    }
  }
}

extension FeatureMapping.FeatureDiagnostic {
  /// The text or the number that a feature has where the cause expects something else; nil if it has none.
  func foundValue(in batch: ReadBatch) -> PropertyValue? {
    let properties = batch.read.properties
    guard cause?.found == "string" || cause?.found == "number", let name = cause?.property,
      let key = properties.keys.find(name), let value = properties.valueIndex(ofFeature: feature, key: key)
    else { return nil }
    return properties.values.value(value)
  }
}
