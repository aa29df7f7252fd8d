import OvertileConfiguration
import OvertileCore

/// The source locations of a layer's rows, kept for the ledger after the rows are gone.
package struct RowOrigins: Sendable {
  private let locations: RowLocations
  private let ownIDs: SparseColumn<UInt64>
  private let sourceIDs: SparseColumn<UInt32>
  private let values: ValueTable
  /// The points, circles or shapes of all rows.
  package let itemCount: Int

  /// Keeps the origins of some rows.
  package init(_ rows: LayerRows) {
    locations = rows.locations
    ownIDs = rows.ownIDs
    sourceIDs = rows.sourceIDs
    values = rows.properties.values
    itemCount = rows.pointRows.count + rows.shapeRows.count
  }

  /// A ledger entry for a row.
  package func entry(
    _ row: UInt32, code: LedgerCode, reason: String, layer: LayerConfiguration, _ sources: [PlannedSource]
  ) throws -> LedgerEntry {
    let row = Int(row)
    let source = sources.first { $0.name == layer.source.value }
    let file = Int(locations.file(ofRow: row))
    var entry = LedgerEntry(
      code: code, source: layer.source.value, layer: layer.name.value,
      file: source?.files[file] ?? "", location: locations.location(ofRow: row), id: id(row),
      reason: reason)
    entry.rows = source?.inputs[file].rows
    return entry
  }

  private func id(_ row: Int) -> String? {
    if ownIDs[row] != LayerRows.noID { return String(ownIDs[row]) }
    return sourceIDs[row] == LayerRows.noValue ? nil : values.value(sourceIDs[row]).text
  }
}

extension Diagnostic {
  /// A warning about some rows of a layer, which goes on after the layer's name and names the places of the first three rows;
  /// nil if there are no rows.
  package init?(
    _ code: WarningCode, _ text: String, _ rows: [UInt32], in layer: LayerConfiguration,
    _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws {
    guard !rows.isEmpty else { return nil }
    // An entry knows how to name a location; it is not put into the ledger.
    let places = try rows.prefix(3).map {
      try origins.entry($0, code: .repeated, reason: "", layer: layer, sources).locationText
    }
    self.init(
      code, "layer \"\(layer.name.value)\"\(text); first at \(places.first ?? "")", source: layer.source.value,
      layer: layer.name.value)
    (self.count, self.places) = (rows.count, places)
  }
}
