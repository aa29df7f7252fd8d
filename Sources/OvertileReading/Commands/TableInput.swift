import Foundation
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertileTileArchive

/// A file or database that GDAL reads: looked into by `ogrinfo`, then turned into GeoJSON by `ogr2ogr`.
///
/// Coordinates come as they are stored, so a position is the same as in GeoJSON of the same data: GDAL is told that
/// they are longitudes and latitudes, which it leaves alone, and Overtile reprojects them.
struct TableInput {
  /// The command that reads it.
  let command: SourceCommand
  /// The layer that is read; nil where nothing was run.
  let layer: TableSurvey.Layer?

  private let source: SourceConfiguration
  private let location: String
  private let use: CommandUse

  /// The most bytes of output of `ogrinfo`.
  private static let mostSurveyBytes = 16 << 20
  /// More digits than a double has: the shortest format in which GDAL keeps all of them.
  private static let output = ["-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=17", "-a_srs", "EPSG:4326"]

  /// Inspects a file or database.
  ///
  /// - Throws: `PipelineError.unavailable` where GDAL is not installed, `commandFailed` where it cannot read it,
  ///   `configuration` where the layer is not there, `badData` where the file is of another format.
  init(
    _ path: String, _ format: TableFormat, _ drivers: GDALDrivers?, of source: SourceConfiguration, in folder: String,
    location: String, _ use: CommandUse
  ) throws {
    (self.source, self.location, self.use) = (source, location, use)
    let name = format == .postGIS ? path : URL(fileURLWithPath: path).path
    let options: [String]
    switch format {
    case .csv: options = Self.csvOptions(source.selection)
    case .postGIS: options = ["-oo", "PRELUDE_STATEMENTS=\(Self.session)"]
    default: options = []
    }
    if format != .postGIS, let fault = Self.fault(name, shown: path, format) {
      throw PipelineError.badData("\(location): \(fault)")
    }
    let hidden = try format == .postGIS ? Self.hidden(path, location: location) : nil
    let variables = try drivers?.environment(for: format, location: location) ?? [:]
    func command(_ words: [String]) throws -> SourceCommand {
      try SourceCommand(
        words.flatMap { $0 == name ? hidden?.words ?? [$0] : [$0] },
        shown: words.map { $0 == name ? hidden?.shown ?? $0 : $0 },
        variables: variables, input: hidden?.file, of: source, in: folder, isOfGDAL: true, location: location, use)
    }
    let wanted = source.selection.layer
    let scope = format == .postGIS ? ["-nocount", name] + [wanted ?? ""] : ["-al", name]
    let survey = try command(["ogrinfo", "-ro", "-so", "-noextent", "-nomd"] + options + scope)
    var layer: TableSurvey.Layer?
    if use.isRunning {
      let output = try CommandReader(survey, use.registry).text(atMost: Self.mostSurveyBytes)
      layer = try Self.drawn(TableSurvey(output), path, format, source, location: location)
    }
    self.layer = layer
    let selection = try Self.selection(source, layer, location: location)
    let layerName = (layer?.name ?? wanted).map { [$0] } ?? []
    var reading = try command(
      ["ogr2ogr"] + Self.output + options + selection + ["/vsistdout/", name] + layerName)
    // If a file is cut within its index, GDAL returns no rows and no error. Other formats may count rows that were
    // deleted.
    if format == .flatGeobuf, source.selection.condition == nil { reading.announced = layer?.count }
    self.command = reading
  }

  /// The first statements of a session of a database, so that the settings of a user, a database or a machine change no
  /// text.
  private static let session =
    "SET TimeZone TO 'UTC'; SET DateStyle TO ISO; SET IntervalStyle TO postgres; SET extra_float_digits TO 1; "
    + "SET bytea_output TO hex"

  /// A connection as a file of options on standard input, since others can read arguments.
  private static func hidden(
    _ path: String, location: String
  ) throws -> (words: [String], shown: String, file: String) {
    guard let connection = ConnectionText(path) else {
      throw PipelineError.configuration(
        "\(location): invalid PostgreSQL connection. Write PG: followed by a URI or by key=value pairs; enclose a value with "
          + "spaces in single quotes, and write \\' for a quote inside it")
    }
    SecretText.remember(connection.secrets)
    let text = path.replacing("\n", with: " ").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return (["--optfile", "/dev/stdin"], connection.shown, "\"\(text)\"\n")
  }

  /// The configured layer, or the only one that has rows, or geometries; it has geometries.
  private static func drawn(
    _ survey: TableSurvey, _ path: String, _ format: TableFormat, _ source: SourceConfiguration, location: String
  ) throws -> TableSurvey.Layer {
    let (shown, names, wanted) = (SecretText.masked(path), survey.layers.map(\.name), source.selection.layer)
    let drawn = survey.layers.filter(\.hasGeometry)
    let choices =
      if let wanted {
        // A database was queried for this one layer, whose name may come with its schema or without it.
        survey.layers.filter { $0.name == wanted || format == .postGIS }
      } else {
        [drawn.filter { $0.count != 0 }, drawn].first { !$0.isEmpty } ?? survey.layers
      }
    guard let layer = choices.first, choices.count == 1 || wanted != nil else {
      if let wanted {
        let hint = NearestName.suggestion(for: wanted, among: names)
        throw PipelineError.configuration(
          "\(location): \(shown) has no layer \"\(wanted)\" (available: \(ColumnNames.list(names)))\(hint)")
      }
      throw PipelineError.configuration(
        "\(location): \(shown) has \(choices.count) layers: \(ColumnNames.list(names)). Select one with `layer:`, and add a source for each layer that you need"
      )
    }
    guard !layer.hasGeometry else { return layer }
    let advice = format == .csv ? "; set `x:` and `y:` to the columns of its coordinates" : ""
    throw PipelineError.configuration(
      "\(location): layer \"\(layer.name)\" of \(shown) has no geometries\(advice). Its columns are "
        + ColumnNames.list(layer.columns))
  }

  /// What is wrong with a file whose content plainly does not match its name: a server's page, UTF-16, a packed file.
  private static func fault(_ file: String, shown: String, _ format: TableFormat) -> String? {
    guard let head = head(file) else { return nil }
    if head.isEmpty { return "\(shown) is empty. Was its export interrupted?" }
    let ending = shown.lowercased().split(separator: ".").last.map(String.init) ?? ""
    if let look = FileLook(head), !look.agrees(withExtension: ending) {
      return "\(shown) has the file extension of \(format.rawValue), but looks like \(look.format.words). "
        + look.format.advice
    }
    // Without its table a shapefile has shapes without properties.
    if file.lowercased().hasSuffix(".shp"),
      [".dbf", ".DBF"].allSatisfy({ Self.head(file.dropLast(4) + $0)?.isEmpty != false })
    {
      return "the .dbf file of \(shown) is missing or empty. Was its export interrupted?"
    }
    // What SQLite cannot read, GDAL cannot either, and says why.
    guard format == .geoPackage, let table = try? VirtualTables.first(in: file) else { return nil }
    let name = CanonicalJSON.quoted(table)
    return "\(shown) contains the virtual table \(name), which could read any other file; remove the table"
  }

  /// The first bytes of a regular file; nil where it is not one, or cannot be read.
  private static func head(_ file: String) -> [UInt8]? {
    (try? InputFile(path: file)).flatMap { try? $0.bytes(0..<min($0.size, FileLook.byteCount)) }
  }

  /// Whether `id:` names the key of the layer, which GDAL writes as the id and not as a property.
  var identifiesByKey: Bool { layer?.key != nil && layer?.key == source.idProperty?.value }

  private static func csvOptions(_ selection: TableSelection) -> [String] {
    let x = selection.x ?? "longitude,lon,lng,long,x,easting"
    let y = selection.y ?? "latitude,lat,y,northing"
    let types = selection.detectsTypes ? ["AUTODETECT_TYPE=YES", "AUTODETECT_SIZE_LIMIT=0"] : []
    let options = [
      "X_POSSIBLE_NAMES=\(x)", "Y_POSSIBLE_NAMES=\(y)", "GEOM_POSSIBLE_NAMES=wkt,geom,geometry,the_geom",
      "KEEP_GEOM_COLUMNS=NO",
    ]
    return (options + types).flatMap { ["-oo", $0] }
  }

  /// The options that select columns and rows.
  private static func selection(
    _ source: SourceConfiguration, _ layer: TableSurvey.Layer?, location: String
  ) throws -> [String] {
    var words: [String] = []
    if let columns = source.selection.columns {
      if let layer, let missing = columns.first(where: { !layer.columns.contains($0) && $0 != layer.key }) {
        let hint = NearestName.suggestion(for: missing, among: layer.columns)
        let list = ColumnNames.list(layer.columns)
        throw PipelineError.configuration(
          "\(location): columns: layer \"\(layer.name)\" has no column \"\(missing)\" (available: \(list))\(hint)")
      }
      let fields = columns.filter { $0 != layer?.key }
      words += ["-select", fields.map(quoted).joined(separator: ",")]
    }
    if let condition = source.selection.condition { words += ["-where", condition] }
    if let key = layer?.key, key == source.idProperty?.value { words.append("-preserve_fid") }
    return words
  }

  private static func quoted(_ column: String) -> String {
    column.contains(where: { ",\" ".contains($0) }) ? "\"\(column.replacing("\"", with: "\\\""))\"" : column
  }
}
