import OvertileConfiguration
import OvertileCore

/// Maps the selected and computed properties of features into a layer's rows, in ascending order of their keys.
struct PropertyMapping {
  private let columns: PropertyColumns
  private let dropsNested: Bool
  /// Per key of the batch: its index among the layer's keys, or nil if it is not kept.
  private let positions: [UInt32?]
  private let computed: [(position: UInt32, value: BoundAsking)]
  /// The layer's keys.
  let keys: ValueTable
  private var row: [(position: UInt32, value: UInt32)] = []

  /// Prepares the mapping of a batch.
  init(_ selection: PropertySelection, batch: ReadBatch) {
    let columns = batch.read.properties
    self.columns = columns
    dropsNested = selection.dropsNested
    let names = (0..<columns.keys.count).map { columns.keys.string(UInt32($0)) }
    let computedNames = selection.computed.map { $0.name }
    // Texts are compared by their bytes, as in JSON; as strings "\u{E9}" and "e\u{301}" are equal.
    let order = (names.filter { selection.keeps($0) } + computedNames).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    var keys = ValueTable()
    for name in order { _ = keys.intern(key: name) }
    var computedKeys = ValueTable()
    for name in computedNames { _ = computedKeys.intern(key: name) }
    self.keys = keys
    positions = names.map { computedKeys.find(key: $0) == nil ? keys.find(key: $0) : nil }
    // Those that depend on the zoom are kept separately; see `ExtraColumns`.
    computed = selection.computed.filter { !$0.expression.usesZoom }.compactMap { property in
      keys.find(key: property.name).map { ($0, BoundAsking(property.expression, batch)) }
    }
  }

  /// Adds a feature's row.
  ///
  /// - Throws: a rejection if a computed property has no value.
  mutating func append(_ feature: Int, to rows: inout RowBatch) throws {
    row.removeAll(keepingCapacity: true)
    for entry in columns.entries(ofFeature: feature) {
      guard let position = positions[Int(columns.keyIndices[entry])] else { continue }
      let value = columns.valueIndices[entry]
      let kind = columns.values.kind(value)
      if kind == .null || (kind == .json && dropsNested) { continue }
      row.append((position, value))
    }
    for (position, computed) in computed {
      let value = try computed.value(feature)
      if value != .null { row.append((position, rows.properties.values.intern(value))) }
    }
    row.sortFew(row.indices) { $0.position }
    for entry in row {
      rows.properties.keyIndices.append(entry.position)
      rows.properties.valueIndices.append(entry.value)
    }
    rows.properties.rowEnds.append(UInt32(rows.properties.keyIndices.count))
  }
}

extension PropertySelection {
  /// Whether a source's property is kept.
  package func keeps(_ name: String) -> Bool { !drop.contains(name) && keep?.contains(name) != false }
}
