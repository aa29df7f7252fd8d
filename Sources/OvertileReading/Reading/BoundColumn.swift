import OvertileCore

/// One of a layer's extra columns, bound to the features of a batch.
struct BoundColumn {
  private let column: ExtraColumns.Column
  private let bound: BoundAsking
  private let properties: PropertyColumns
  /// Per property of the expression: its key in the batch; nil if the batch lacks it.
  private let keys: [UInt32?]

  /// Binds a column.
  init(_ column: ExtraColumns.Column, _ batch: FeatureBatch) {
    self.column = column
    bound = BoundAsking(column.expression, batch)
    properties = batch.properties
    keys = column.skipsNull ? column.expression.keys.map { batch.properties.keys.find(key: $0) } : []
  }

  /// The value of a feature; null if there is none.
  ///
  /// - Throws: `FeatureMapping.FeatureDiagnostic` if it cannot be computed.
  func value(_ feature: Int) throws -> PropertyValue {
    do {
      if column.isTest { return try bound.boolean(feature) ? .bool(true) : .null }
      return try bound.value(feature, zoom: column.zoom.map(Double.init))
    } catch {
      guard column.skipsNull, readsNull(feature) else { throw error }
      return .null
    }
  }

  /// Whether a property that the expression reads is null or missing.
  private func readsNull(_ feature: Int) -> Bool {
    keys.contains { key in
      guard let key, let value = properties.valueIndex(ofFeature: feature, key: key) else { return true }
      return properties.values.kind(value) == .null
    }
  }
}
