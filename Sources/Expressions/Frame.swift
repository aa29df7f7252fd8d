import Features

/// The columns an expression reads, and where its keys and strings are in them.
final class BoundColumns: Sendable {
  /// The index of what a table does not hold.
  static let absent = UInt32.max

  let properties: PropertyColumns
  let ids: [FeatureID]
  let geometryTypes: [GeometryType]
  /// Per key of the expression: its index in the table of keys.
  let keyIndices: [UInt32]
  /// Per string of the expression that is compared with a property: its index in the table of values.
  let stringIndices: [UInt32]

  init(
    properties: PropertyColumns, ids: [FeatureID], geometryTypes: [GeometryType], keyIndices: [UInt32],
    stringIndices: [UInt32]
  ) {
    self.properties = properties
    self.ids = ids
    self.geometryTypes = geometryTypes
    self.keyIndices = keyIndices
    self.stringIndices = stringIndices
  }

  /// No features: what constants are evaluated on.
  static let empty = BoundColumns(
    properties: PropertyColumns(), ids: [], geometryTypes: [], keyIndices: [], stringIndices: [])
}

/// One evaluation: a feature and a zoom.
struct Frame {
  let columns: BoundColumns
  let feature: Int
  let zoom: Double?

  /// The index of a property's value, or nil when the feature lacks the key.
  @inline(__always)
  func valueIndex(slot: Int) -> UInt32? {
    let key = columns.keyIndices[slot]
    guard key != BoundColumns.absent else { return nil }
    return columns.properties.valueIndex(ofFeature: feature, key: key)
  }

  /// A property's value; null when the feature lacks the key.
  @inline(__always)
  func property(slot: Int) -> PropertyValue {
    guard let index = valueIndex(slot: slot) else { return .null }
    return columns.properties.values.value(index)
  }
}
