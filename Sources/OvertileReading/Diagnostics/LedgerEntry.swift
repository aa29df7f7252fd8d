import OvertileCore
import OvertileExpressions

/// A feature that is changed or not in the bundle, and the reason.
package struct LedgerEntry: Sendable, Codable {
  /// The reason.
  package var code: LedgerCode
  /// The source's name.
  var source: String
  /// The layer, or nil when the feature is in none.
  var layer: String?
  /// The file as it was read; "-" for standard input.
  var file: String
  /// The source location of the feature: byte in the uncompressed stream from 0, line from 1, ordinal from 0.
  var location: InputLocation
  /// Its id, where it is known.
  var id: String?
  /// The reason in words.
  var reason: String
  /// The repairs, for repaired features.
  var repairs: Set<Repair> = []
  /// How the feature does not fit the configuration.
  var cause: DataErrorCause?
  /// The beginning of a text that is not JSON.
  var text: String?
  /// The table or format that the feature is a row of, where GDAL read it; line and byte are then those of GDAL's
  /// output.
  var rows: TableRows?
  /// The feature's ordinal in the source's quarantine file, from 0.
  var quarantineIndex: Int?

  /// The action taken on the feature.
  var action: LedgerAction { code.action }

  /// The entry on one line, for people.
  package var summary: String { "\(locationText): \(reason) [\(code.rawValue)]" }

  /// The file, the row of a table, or else line and byte, the feature's ordinal, and its id where it has one; a long id
  /// is shortened.
  package var locationText: String {
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
      json += ",\"repairs\":[" + repairs.ordered.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]"
    }
    json += ",\"source\":" + CanonicalJSON.quoted(source)
    if let text { json += ",\"text\":" + CanonicalJSON.quoted(text) }
    return json + "}"
  }
}

/// The rows that the features of a GDAL input are.
enum TableRows: Sendable, Codable {
  /// The rows of a CSV file.
  case ofCSV
  /// The rows of another table.
  case ofTable
  /// The rows that a condition selects.
  case selected

  /// A row in words, by its ordinal from 0. GDAL skips empty lines of a CSV file.
  func words(_ index: UInt64) -> String {
    switch self {
    case .ofCSV: "row \(index + 1) below the header, feature \(index)"
    case .ofTable: "row \(index + 1), feature \(index)"
    case .selected: "row \(index + 1) of the `where` selection, feature \(index)"
    }
  }
}
