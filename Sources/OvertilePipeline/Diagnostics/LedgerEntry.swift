import OvertileExpressions
import OvertileFeatures

/// A feature that is not in the bundle as it was in the source, and why.
struct LedgerEntry: Sendable {
  /// The reason.
  var code: LedgerCode
  /// The source's name.
  var source: String
  /// The layer, or nil when the feature is in none.
  var layer: String?
  /// The file as it was read; "-" for standard input.
  var file: String
  /// Where the feature stands in the file: byte in the uncompressed stream from 0, line from 1, ordinal from 0.
  var location: InputLocation
  /// Its id, where it is known.
  var id: String?
  /// The reason in words.
  var reason: String
  /// What was done, for repaired features.
  var repairs: RepairSet = []
  /// What of the configuration the feature does not fit.
  var cause: DataErrorCause?
  /// The text or the number that was found in place of what the cause expects.
  var found: PropertyValue?
  /// What else of the layer the feature does not fit: for what is said of causes, not for the ledger.
  var further: [LedgerEntry] = []
  /// The beginning of a text that is not JSON.
  var text: String?
  /// What the feature is a row of, where GDAL read it; line and byte are then those of what GDAL wrote.
  var rows: TableRows?
  /// The feature's ordinal in the source's quarantine file, from 0.
  var quarantineIndex: Int?

  /// What became of the feature.
  var action: LedgerAction { code.action }

  /// The entry on one line, for people.
  var summary: String { "\(locationText): \(reason) [\(code.rawValue)]" }

  /// The file, the row of a table, or else line and byte, the feature's ordinal, and its id where it has one, of which a long one only the beginning.
  var locationText: String {
    let name = id.map { " (id \($0.utf8.count <= 200 ? $0 : $0.prefix(200) + "…"))" } ?? ""
    if let rows { return "\(file): \(rows.words(location.index))\(name)" }
    return "\(file):\(location.line): byte \(location.byteOffset), feature \(location.index)\(name)"
  }

  /// The entry as a JSON object on one line, members in ascending order.
  var json: String {
    var json = "{\"action\":\"\(action.rawValue)\",\"byteOffset\":\(location.byteOffset),\"code\":\"\(code.rawValue)\""
    json += ",\"file\":" + CanonicalJSON.quoted(file)
    if let id { json += ",\"id\":" + CanonicalJSON.quoted(id) }
    json += ",\"index\":\(location.index)"
    if let layer { json += ",\"layer\":" + CanonicalJSON.quoted(layer) }
    json += ",\"line\":\(location.line)"
    if let quarantineIndex { json += ",\"quarantineIndex\":\(quarantineIndex)" }
    json += ",\"reason\":" + CanonicalJSON.quoted(reason)
    if !repairs.isEmpty {
      json += ",\"repairs\":[" + repairs.repairs.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]"
    }
    json += ",\"source\":" + CanonicalJSON.quoted(source)
    if let text { json += ",\"text\":" + CanonicalJSON.quoted(text) }
    return json + "}"
  }
}

/// What the features of an input that GDAL reads are.
enum TableRows: Sendable {
  /// The rows of a CSV file.
  case ofCSV
  /// The rows of another table.
  case ofTable
  /// Those rows that a condition takes.
  case selected

  /// A row in words, given its ordinal from 0. GDAL passes over empty lines of a CSV file.
  func words(_ index: UInt64) -> String {
    switch self {
    case .ofCSV: "row \(index + 1) below the header, feature \(index)"
    case .ofTable: "row \(index + 1), feature \(index)"
    case .selected: "row \(index + 1) of those that `where` takes, feature \(index)"
    }
  }
}
