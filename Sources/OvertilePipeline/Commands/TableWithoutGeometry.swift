import OvertileConfiguration
import OvertileExpressions
import OvertileFileFormats
import OvertileSearching

/// A table in which no places were found, and the columns that may hold them.
struct TableWithoutGeometry {
  let layer: TableSurvey.Layer
  /// The header of a CSV file; nil of other formats.
  let header: CSVHeader?
  let selection: TableSelection

  /// The columns: those of the header, of which only the beginning is known where it is very long.
  private var columns: [String] {
    let own = header?.columns ?? []
    return own.count < layer.columns.count ? layer.columns : own
  }

  /// What to say of it.
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

  /// What to say of a key that names a column which is not there; nil of another one.
  private static func missing(_ key: String, _ name: String?, _ header: CSVHeader, _ usual: String?) -> String? {
    guard let name, !header.columns.contains(where: { $0.lowercased() == name.lowercased() }) else { return nil }
    let near = usual ?? NearestName.nearest(to: name, among: header.columns)
    return "there is no column \"\(name)\", which `\(key):` names" + (near.map { "; write \(key): \($0)" } ?? "")
  }
}
