import OvertileBundleFormat
import OvertileCore
import OvertileReading
import OvertileTileArchive
import OvertileVectorTile

/// Writes the properties of a row as tags, and its original id if the tiles carry another one.
struct FeatureTags: Sendable {
  /// The layer's properties; further keys and values may be added to its tables.
  var properties: LayerProperties
  private var sourceIDs: SparseColumn<UInt32>
  private var ownIDs: SparseColumn<UInt64>
  private let idKey: UInt32
  /// The values of the original ids that are whole numbers, and are written.
  private let wholeIDs: [UInt64: UInt32]
  /// The names of the source's properties in the tiles.
  let names: TileNames
  /// The values that differ between zooms.
  let zoomed: ZoomedValues

  /// Prepares the tags of a layer.
  ///
  /// - Parameters:
  ///   - items: per item, its row.
  ///   - ids: per item, its id in the tiles.
  ///   - reserved: the properties that the layer's kind writes itself.
  init(
    _ layer: LayerRows, _ extra: ExtraColumns, items: Column<UInt32>, ids: Column<UInt64>,
    reserved: some Sequence<String> = []
  ) {
    var properties = layer.properties
    zoomed = ZoomedValues(layer, extra, keys: &properties.keys)
    names = TileNames(properties.keys, reserved: reserved)
    properties.keys = names.table
    idKey = properties.keys.intern(.string, TileProperty.sourceID)
    var wholeIDs: [UInt64: UInt32] = [:]
    for (row, id) in zip(items, ids) {
      let own = layer.ownIDs[Int(row)]
      if own != LayerRows.noID, own != id { wholeIDs[own] = properties.values.intern(.int, bits: own) }
    }
    (self.properties, self.wholeIDs) = (properties, wholeIDs)
    (sourceIDs, ownIDs) = (layer.sourceIDs, layer.ownIDs)
  }

  /// Puts the rows of a layer of clusters, no value of which depends on the zoom, into another order, first row `order[0]`.
  /// O(their size).
  mutating func reorder(_ order: Column<UInt32>, _ work: OrderedParallelMap) throws {
    try properties.reorder(order, work)
    (sourceIDs, ownIDs) = (sourceIDs.reordered(order), ownIDs.reordered(order))
  }

  /// Opens a feature with an id, and adds the tags of a row.
  @inline(__always)
  func begin(row: UInt32, id: UInt64, zoom: Int, into encoder: inout TileEncoder) {
    encoder.beginFeature(id: id)
    zoomed.write(row: row, zoom: zoom, into: &encoder)
    let row = Int(row)
    properties.forEachEntry(ofRow: row) { key, value in encoder.tag(key: key, value: value) }
    let own = ownIDs[row]
    if own != LayerRows.noID {
      if own != id { encoder.tag(key: idKey, int: Int64(own)) }
    } else if sourceIDs[row] != LayerRows.noValue {
      encoder.tag(key: idKey, value: sourceIDs[row])
    }
  }

  /// The key and the value of the original id of a row, if its item carries another one, `id`.
  func originalID(ofRow row: UInt32, id: UInt64) -> (key: UInt32, value: UInt32)? {
    let own = ownIDs[Int(row)]
    if own != LayerRows.noID { return own == id ? nil : wholeIDs[own].map { (idKey, $0) } }
    let value = sourceIDs[Int(row)]
    return value == LayerRows.noValue ? nil : (idKey, value)
  }

  /// The types of the properties that occur in rows that are shown, by name: "Number", "Boolean" or "String", which also means
  /// mixed.
  ///
  /// - Parameters:
  ///   - hidden: the rows that no zoom shows.
  ///   - items: per item, its row.
  ///   - ids: per item, its id in the tiles.
  func fields(without hidden: [UInt32] = [], items: Column<UInt32>, ids: Column<UInt64>) -> NamedValues<String> {
    var seen = [UInt8](repeating: 0, count: properties.keys.count)
    properties.forEachEntry(without: hidden) { key, value in
      seen[Int(key)] |= Self.bit(properties.values.kind(value))
    }
    let left = Set(hidden)
    zoomed.forEachValue { row, key, value in
      if !left.contains(row) { seen[Int(key)] |= Self.bit(properties.values.kind(value)) }
    }
    for (row, id) in zip(items, ids) where !left.contains(row) {
      guard let original = originalID(ofRow: row, id: id) else { continue }
      seen[Int(original.key)] |= Self.bit(properties.values.kind(original.value))
    }
    return properties.merged(seen, |).mapValues(Self.field)
  }

  /// The type of a column of values, as the manifest names it.
  static func field(of values: Column<UInt32>, in table: ValueTable) -> String {
    field(values.reduce(0) { bits, value in value == LayerRows.noValue ? bits : bits | bit(table.kind(value)) })
  }

  /// A set of types, as the manifest names it.
  static func field(_ bits: UInt8) -> String {
    switch bits {
    case 1: FieldType.number.rawValue
    case 2: FieldType.boolean.rawValue
    default: FieldType.string.rawValue
    }
  }

  /// The type of a value in a set of types.
  static func bit(_ kind: PropertyKind) -> UInt8 {
    switch kind {
    case .int, .uint, .double: 1
    case .bool: 2
    case .null, .string, .json: 4
    }
  }
}

/// The names of a layer's properties in its tiles: those of the source, but longer if the layer writes a property of that
/// name itself, since a key occurs once in a feature.
struct TileNames: Sendable {
  /// The names that the layer writes itself.
  private let reserved: Set<String>
  private let keys: ValueTable

  /// The names for some keys of a source.
  ///
  /// - Parameter reserved: the properties that the layer's kind writes itself, beside the original id.
  init(_ keys: ValueTable, reserved: some Sequence<String>) {
    self.keys = keys
    self.reserved = Set(reserved).union([TileProperty.sourceID])
  }

  /// The name of a property in the tiles: its own, or with `TileProperty.sourcePrefix` before it until it is unused.
  func name(of property: String) -> String {
    var name = property
    while reserved.contains(name) || (name != property && keys.find(key: name) != nil) {
      name = TileProperty.sourcePrefix + name
    }
    return name
  }

  /// The keys by their names in the tiles, with the same indices.
  var table: ValueTable {
    guard reserved.contains(where: { keys.find(key: $0) != nil }) else { return keys }
    var table = ValueTable()
    for key in 0..<UInt32(keys.count) { _ = table.intern(.string, name(of: keys.string(key))) }
    return table
  }
}
