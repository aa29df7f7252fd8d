import OvertileBundleFormat
import OvertileCore
import OvertileReading
import OvertileVectorTile

/// The classes within which the circles of a layer dissolve.
struct CircleClasses: Sendable {
  /// Per circle: its class.
  let classes: [Int]
  /// Per class: the id of its shape in the tiles.
  let ids: [UInt64]
  /// Per class: the index of its value in the layer's values, or `LayerRows.noValue`.
  private let values: [UInt32]
  /// The key of the property that makes the classes, or nil if all circles are in one.
  private let key: UInt32?

  private static let seed: UInt64 = 0x636C_6173_73

  /// The number of classes.
  var count: Int { ids.count }

  /// Classes by the value of a property; circles without one are a class, too. Ordered by the values' digests.
  ///
  /// - Parameters:
  ///   - column: per circle: the index of its value, or `LayerRows.noValue`.
  ///   - property: the name of the property in the tiles; nil if no circle has a value, and all are in one class.
  init(values column: Column<UInt32>, of property: String?, in properties: inout LayerProperties) {
    key = property.map { properties.keys.intern(.string, $0) }
    let table = properties.values
    let digest = { (value: UInt32) in value == LayerRows.noValue ? 0 : table.hash(value) }
    let distinct = Set(column).sorted { digest($0) < digest($1) }
    let number = Dictionary(uniqueKeysWithValues: zip(distinct, distinct.indices))
    classes = column.lazy.map { number[$0] ?? 0 }.map(\.self)
    values = distinct
    // In the upper half of 53 bits, where ids of source features never are.
    ids = distinct.map { OverlayIDs.made(from: XXHash64.hash(digest($0), 0, seed: Self.seed)) }
  }

  /// Opens the feature of the shape of a class, made of some circles, and writes its tags.
  func encode(_ number: Int, circleCount: Int, keys: CircleKeys, into encoder: inout TileEncoder) {
    encoder.beginFeature(id: ids[number])
    encoder.tag(key: keys.part, string: CirclePart.dissolved.rawValue)
    encoder.tag(key: keys.count, int: Int64(circleCount))
    if let key, values[number] != LayerRows.noValue { encoder.tag(key: key, value: values[number]) }
  }
}
