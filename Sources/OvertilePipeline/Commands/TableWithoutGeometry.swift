import OvertileConfiguration
import OvertileExpressions
import OvertileFileFormats
import OvertileSearching

/// A table without geometries, and the columns that may hold coordinates.
struct TableWithoutGeometry {
  let layer: TableSurvey.Layer
  /// The header of a CSV file; nil for other formats.
  let header: CSVHeader?
  let selection: TableSelection

  /// The columns: those of the header; if it is very long, only the first are known.
  private var columns: [String] {
    let own = header?.columns ?? []
    return own.count < layer.columns.count ? layer.columns : own
  }

  /// The message about it.
  func error(path: String, location: String) -> PipelineError {
    let list = ColumnNames.list(columns)
    guard let header else {
      return .configuration(
        "\(location): layer \"\(layer.name)\" of \(path) has no geometries; its columns are \(list)")
    }
    let missing = [
      Self.missing("x", selection.x, header, header.longitude), Self.missing("y", selection.y, header, header.latitude),
    ]
    .compactMap(\.self)
    guard missing.isEmpty else {
      return .configuration("\(location): \(path): \(missing.joined(separator: "; ")); the columns are \(list)")
    }
    let known = [
      (selection.x ?? header.longitude).map { "x: \($0)" }, (selection.y ?? header.latitude).map { "y: \($0)" },
    ]
    .compactMap(\.self).joined(separator: ", ")
    let half = known.isEmpty ? "" : " beside \(known)"
    return .configuration(
      "\(location): no columns of \(path) are known to hold coordinates: name them by `x:` and `y:`\(half); it has \(list)"
    )
  }

  /// The message about a key that names a missing column; nil for another key.
  private static func missing(_ key: String, _ name: String?, _ header: CSVHeader, _ usual: String?) -> String? {
    guard let name, !header.columns.contains(where: { $0.lowercased() == name.lowercased() }) else { return nil }
    let near = usual ?? NearestName.nearest(to: name, among: header.columns)
    return "there is no column \"\(name)\", which `\(key):` names" + (near.map { "; write \(key): \($0)" } ?? "")
  }
}
