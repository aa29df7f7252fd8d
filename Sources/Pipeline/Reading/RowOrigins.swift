import Configuration
import Features

/// Where the rows of a layer come from, kept for the ledger after the rows are gone.
struct RowOrigins: Sendable {
  private let places: [SourcePlace]
  private let files: [UInt32]
  private let ids: [UInt32]
  private let values: ValueTable
  /// The points, circles or shapes of all rows.
  let itemCount: Int

  /// Keeps the origins of some rows.
  init(_ rows: LayerRows) {
    places = rows.places
    files = rows.files
    ids = rows.sourceIDs
    values = rows.properties.values
    itemCount = rows.pointRows.count + rows.shapeRows.count
  }

  /// A ledger entry for a row.
  func entry(
    _ row: UInt32, code: LedgerCode, reason: String, layer: LayerConfiguration, _ sources: [PlannedSource]
  ) -> LedgerEntry {
    let row = Int(row)
    let source = sources.first { $0.name == layer.source.value }
    let id = ids[row] == LayerRows.noValue ? nil : text(values.value(ids[row]))
    return LedgerEntry(
      code: code, source: layer.source.value, layer: layer.name.value, file: source?.files[Int(files[row])] ?? "",
      place: places[row], id: id, reason: reason)
  }

  private func text(_ value: PropertyValue) -> String {
    switch value {
    case .string(let text), .json(let text): text
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .double(let value): String(value)
    case .bool(let value): String(value)
    case .null: "null"
    }
  }
}
