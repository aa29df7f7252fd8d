/// The selection of a source from formats that have layers and columns.
package struct TableSelection: Sendable, Hashable {
  /// The layer or table; nil for the only one.
  package var layer: String?
  /// The columns that become properties; nil for all.
  package var columns: [String]?
  /// The condition that rows must meet, as SQL writes it after WHERE; nil for all.
  package var condition: String?
  /// The column of a CSV file that holds longitudes or eastings; nil for one with a usual name.
  package var x: String?
  /// The column of a CSV file that holds latitudes or northings; nil for one with a usual name.
  package var y: String?
  /// Whether columns of a CSV file in which every value is a number become numbers.
  package var detectsTypes = false
}

extension TableSelection {
  static let layer = Key(
    "layer", Rule<String>.string, shapesBundle: false,
    "The layer or table to read from a GeoPackage, GPX or KML file or from a database; required if there are several.")
  static let columns = Key(
    "columns", Rule<String>.string.list(atLeast: 1), shapesBundle: false,
    "The columns to read as properties; all columns by default. Only valid for formats that GDAL reads.")
  static let condition = Key(
    "where", Rule<String>.string, shapesBundle: false,
    "The rows to read, as the condition of an SQL WHERE clause, such as \"population > 1000\". Only valid for "
      + "formats that GDAL reads.")
  static let x = Key(
    "x", Rule<String>.string, shapesBundle: false,
    "The CSV column that contains longitudes or eastings; by default, a column with a common name (longitude, lon, "
      + "lng, long, x, easting).")
  static let y = Key(
    "y", Rule<String>.string, shapesBundle: false,
    "The CSV column that contains latitudes or northings; by default, a column with a common name (latitude, lat, y, "
      + "northing).")
  static let detectTypes = Key(
    "detectTypes", Rule<Bool>.boolean, .standard(false), shapesBundle: false,
    "Whether CSV columns that contain only numbers are read as numbers; 01234 then becomes 1234. By default, all "
      + "columns are read as text, except those that a .csvt file next to the CSV file declares as numbers.")

  static let all: [any AnyKey] = [layer, columns, condition, x, y, detectTypes]

  /// The selection from formats with layers and columns; notes keys that have no effect in the source.
  static func selection(
    _ fields: Fields, paths: [String], _ log: inout ProblemLog
  ) throws(Incomplete) -> TableSelection {
    let formats = paths.map { TableFormat(path: $0) }
    let hasGlob = paths.contains { path in path.contains { "*?[".contains($0) } }
    for name in all.map(\.name) where fields.has(name) {
      let isForCSV = ["x", "y", "detectTypes"].contains(name)
      guard !hasGlob, !formats.contains(where: { $0 != nil && (!isForCSV || $0 == .csv) }) else { continue }
      let wanted = isForCSV ? "a CSV file" : "a path that GDAL reads, such as places.gpkg"
      log.note(.conflict, name, of: fields, "\"\(name)\" is only valid with \(wanted)")
    }
    if formats.contains(.postGIS), !fields.has("layer") {
      log.note(.missingKey, at: fields.position, "missing key \"layer\"; set it to the table to read", key: "layer")
    }
    return TableSelection(
      layer: fields.optional(layer), columns: fields.optional(columns), condition: fields.optional(condition),
      x: fields.optional(x), y: fields.optional(y), detectsTypes: try fields(detectTypes))
  }
}
