import OvertileCore
import OvertileReading
import OvertileVectorTile

/// The values of one feature that differ between the zooms of a layer: whether it is shown, and computed properties.
struct ZoomedValues: Sendable {
  private let firstZoom: Int
  /// Per zoom and row: the index of the filter's result; nil if the filter does not depend on the zoom.
  private let filter: [Column<UInt32>]?
  private let yes: UInt32?
  private let computed: [(key: UInt32, values: [Column<UInt32>])]

  /// Moves the columns out of a layer's rows; adds the names to its keys.
  init(_ rows: LayerRows, _ extra: ExtraColumns, keys: inout ValueTable) {
    firstZoom = extra.zooms.lowerBound
    filter = extra.filter.map { first in extra.perZoom(from: first).map { rows.extras[$0] } }
    var values = rows.properties.values
    yes = filter == nil ? nil : values.intern(.bool(true))
    computed = extra.computed.map { name, first in
      (keys.intern(key: name), extra.perZoom(from: first).map { rows.extras[$0] })
    }
  }

  /// Whether the filter, if there is one that depends on the zoom, accepts a row at a zoom.
  func shows(row: UInt32, zoom: Int) -> Bool {
    guard let filter else { return true }
    return filter[zoom - firstZoom][Int(row)] == yes
  }

  /// Adds the properties that depend on the zoom as tags of the open feature.
  @inline(__always)
  func write(row: UInt32, zoom: Int, into encoder: inout TileEncoder) {
    for (key, values) in computed {
      let value = values[zoom - firstZoom][Int(row)]
      if value != LayerRows.noValue { encoder.tag(key: key, value: value) }
    }
  }

  /// Calls a closure with the row, key and value of every computed property of every row and zoom.
  func forEachValue(_ body: (_ row: UInt32, _ key: UInt32, _ value: UInt32) -> Void) {
    for (key, values) in computed {
      for column in values {
        for (row, value) in column.enumerated() where value != LayerRows.noValue { body(UInt32(row), key, value) }
      }
    }
  }
}
