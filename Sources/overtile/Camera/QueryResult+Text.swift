import OvertileInspection

extension QueryResult {
  /// The result for people: rounded, with units, a line each, names in words.
  var text: String { lines().joined(separator: "\n") }

  private func lines() -> [String] {
    let width = entries.map { $0.name.inWords.count }.max() ?? 0
    var lines: [String] = []
    for entry in entries {
      let label = entry.name.inWords
      switch entry.value {
      case .group(let group):
        lines.append(label)
        lines += group.lines().map { "  " + $0 }
      case .rows(let rows): lines += QueryResult.table(rows)
      default:
        let space = String(repeating: " ", count: width - label.count + 2)
        lines.append(label + space + entry.value.text)
      }
    }
    return lines
  }

  /// Rows below a line of names, in columns.
  private static func table(_ rows: [QueryResult]) -> [String] {
    guard let names = rows.first?.entries.map(\.name.inWords) else { return [] }
    return TextTable.lines(ReportTable("", names, texts: rows.map { $0.entries.map(\.value.text) }))
  }
}

extension QueryResult.Value {
  /// The value for people, on one line; groups and rows have lines of their own.
  fileprivate var text: String {
    switch self {
    case .number(let number, let quantity): quantity.text(number)
    case .whole(let number): "\(number)"
    case .text(let text): text
    case .coordinate(let coordinate):
      "\(Quantity.fixed(coordinate.latitude, 6)), \(Quantity.fixed(coordinate.longitude, 6))"
    case .group, .rows: ""
    }
  }
}

extension String {
  /// "latitudeDelta" as "latitude delta", "hilbertID" as "hilbert ID"; the names of kits as they are written.
  fileprivate var inWords: String {
    let kits = [
      "mapbox": "Mapbox", "mapKit": "MapKit", "mapKitCamera": "MapKit camera", "mapLibre": "MapLibre",
      "openStreetMap": "OpenStreetMap",
    ]
    // A capital begins a word, unless it follows another one.
    return kits[self]
      ?? replacing(#/([^A-Z])([A-Z]+)/#) { "\($0.1) \($0.2.count > 1 ? String($0.2) : $0.2.lowercased())" }
  }
}
