/// The keys of a source for its command: a command of its own, or GDAL's for formats that it reads.
enum SourceCommandKeys {
  static let command = Key(
    "command", argument.list(atLeast: 1, hint: ValueAdvice.command).located, shapesBundle: false,
    "In place of path: a program and its arguments. It runs without a shell in the folder of this file, and its standard "
      + "output is read like a file. It must end with status 0, or the run ends with exit code 66.")
  static let timeout = Key(
    "timeout", Rule<Double>.duration(throughSeconds: 7 * 86400), .standard("30m"), shapesBundle: false,
    "How long a command may run from its start to its end, such as 90s, 10m or 1h; after that it is stopped, and the run ends with exit code 66."
  )
  static let layer = Key(
    "layer", Rule<String>.string.located, shapesBundle: false,
    "The layer or table of a GeoPackage, GPX or KML file, or of a database; needed where there are several.")
  static let columns = Key(
    "columns", Rule<String>.string.list(atLeast: 1).located, shapesBundle: false,
    "The columns that become properties; all by default. Only for formats that GDAL reads.")
  static let condition = Key(
    "where", Rule<String>.string.located, shapesBundle: false,
    "The rows to read, as a condition of SQL's WHERE, for formats that GDAL reads: \"population > 1000\".")
  static let x = Key(
    "x", Rule<String>.string.located, shapesBundle: false,
    "The column of a CSV file with longitudes or eastings; by default one with a usual name (longitude, lon, lng, long, x, "
      + "easting).")
  static let y = Key(
    "y", Rule<String>.string.located, shapesBundle: false,
    "The column of a CSV file with latitudes or northings; by default one with a usual name (latitude, lat, y, northing)."
  )
  static let detectTypes = Key(
    "detectTypes", Rule<Bool>.boolean, .standard(false), shapesBundle: false,
    "Whether columns of a CSV file that hold only numbers become numbers; 01234 is then 1234. By default all columns are "
      + "texts, except those that a .csvt file beside it declares as numbers.")

  static let all = [
    command.erased, timeout.erased, layer.erased, columns.erased, condition.erased, x.erased, y.erased,
    detectTypes.erased,
  ]

  /// The selection from formats with layers and columns; notes keys that have no effect in the source.
  static func selection(
    _ fields: Fields, paths: [String], _ log: inout ProblemLog
  ) throws(Incomplete) -> TableSelection {
    let formats = paths.map { TableFormat(path: $0) }
    let hasGlob = paths.contains { path in path.contains { "*?[".contains($0) } }
    for name in ["layer", "columns", "where", "x", "y", "detectTypes"] where fields.has(name) {
      let isForCSV = ["x", "y", "detectTypes"].contains(name)
      guard !hasGlob, !formats.contains(where: { $0 != nil && (!isForCSV || $0 == .csv) }) else { continue }
      let wanted = isForCSV ? "a CSV file" : "a path that GDAL reads, such as places.gpkg"
      log.note(.conflict, at: fields.keyPosition(name), "needs \(wanted)", key: name)
    }
    if formats.contains(.postGIS), !fields.has("layer") {
      log.note(.missingKey, at: fields.position, "missing key \"layer\": the table that is read", key: "layer")
    }
    var selection = TableSelection()
    selection.layer = fields.optional(layer)?.value
    selection.columns = fields.optional(columns)?.value
    selection.condition = fields.optional(condition)?.value
    selection.conditionPosition = fields.optional(condition)?.position
    (selection.x, selection.y) = (fields.optional(x)?.value, fields.optional(y)?.value)
    selection.detectsTypes = try fields(detectTypes)
    return selection
  }

  /// One argument, which may be empty.
  private static let argument = Rule<String>(["type": "string"]) { node, log in
    if case .string(let text) = node.content {
      guard !text.utf8.contains(0) else {
        log.note(.badValue, at: node.position, "an argument cannot hold the character U+0000")
        return nil
      }
      return Reading(text, canonical: "\"\"")
    }
    return Rule<String>.string.read(node, &log)
  }
}
