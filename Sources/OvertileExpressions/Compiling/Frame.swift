import OvertileCore

/// The columns an expression reads, and the indices of its keys and strings in them.
final class BoundColumns: Sendable {
  /// The index of a key or value that a table does not hold.
  static let absent = UInt32.max

  let properties: PropertyColumns
  let ids: [PropertyValue]
  let geometryTypes: [GeometryType]
  /// Longitudes and latitudes in degrees.
  let geometry: GeometryColumns
  /// Per key of the expression: its index in the table of keys.
  let keyIndices: [UInt32]
  /// Per string of the expression that is compared with a property: its index in the table of values.
  let stringIndices: [UInt32]

  /// Looks up keys and strings in the tables of a batch.
  init(_ batch: FeatureBatch, keys: [String] = [], strings: [String] = []) {
    (properties, ids) = (batch.properties, batch.ids)
    (geometryTypes, geometry) = (batch.geometryTypes, batch.geometry)
    keyIndices = keys.map { batch.properties.keys.find(key: $0) ?? Self.absent }
    stringIndices = strings.map { batch.properties.values.find($0) ?? Self.absent }
  }
}

/// One evaluation: a feature and a zoom.
struct Frame {
  let columns: BoundColumns
  let feature: Int
  let zoom: Double?
  /// The state of the evaluation; nil for an expression without state.
  let state: EvaluationState?

  /// No feature: the frame in which constants are evaluated.
  static func empty(_ state: EvaluationState) -> Frame {
    Frame(columns: BoundColumns(FeatureBatch()), feature: 0, zoom: nil, state: state)
  }

  /// The index of a property's value, or nil if the feature lacks the key.
  @inline(__always)
  func valueIndex(slot: Int) -> UInt32? {
    let key = columns.keyIndices[slot]
    guard key != BoundColumns.absent else { return nil }
    return columns.properties.valueIndex(ofFeature: feature, key: key)
  }

  /// A property's value; null if the feature lacks the key.
  @inline(__always)
  func property(slot: Int) -> PropertyValue {
    guard let index = valueIndex(slot: slot) else { return .null }
    return columns.properties.values.value(index)
  }

  /// A property's value by a key that is known only now; nil if the feature lacks the key.
  func property(key: String) -> PropertyValue? {
    guard let key = columns.properties.keys.find(key: key),
      let index = columns.properties.valueIndex(ofFeature: feature, key: key)
    else { return nil }
    return columns.properties.values.value(index)
  }

  /// The feature's id; null if it has none.
  var id: PropertyValue {
    feature < columns.ids.count ? columns.ids[feature] : .null
  }

  /// The type of the feature's geometry; nil if it is not known.
  var geometryType: GeometryType? {
    feature < columns.geometryTypes.count ? columns.geometryTypes[feature] : nil
  }
}
