import OvertileConfiguration
import OvertileReprojection

/// The inputs of a source, found and, if GDAL reads them, inspected.
struct SourceInputs {
  /// The inputs in the order in which they are read.
  private(set) var inputs: [SourceInput] = []
  /// Warnings about them.
  private(set) var warnings: [String] = []
  /// The coordinate reference system that they state, and the input that does; nil for GeoJSON's default, and if no command
  /// was run.
  private(set) var stated: (crs: String, by: String)?
  /// The property that identifies features, in place of their ids.
  private(set) var idProperty: String?

  private let source: SourceConfiguration
  private let location: String

  /// Finds the inputs of a source.
  ///
  /// - Throws: the errors of finding files; `PipelineError.unavailable` for a missing program, `commandFailed` for a
  ///   file that GDAL cannot read, `configuration` for a missing layer or `crs`.
  init(_ source: SourceConfiguration, avoiding runPaths: RunPaths, _ use: CommandUse) throws {
    let pipeline = runPaths.configuration
    (self.source, idProperty) = (source, source.idProperty?.value)
    location = "\(pipeline.file):\(source.name.position): source \"\(source.name.value)\""
    if let words = source.command {
      let command = try SourceCommand(words, of: source, in: pipeline.folder, location: location, use)
      inputs = [SourceInput(command)]
      return
    }
    let found = try SourceFiles(source, avoiding: runPaths)
    warnings = found.warnings
    var drivers: GDALDrivers?
    for path in found.files {
      guard let format = TableFormat(path: path) else {
        inputs.append(SourceInput(path: path))
        continue
      }
      if use.isRunning, drivers == nil {
        drivers = try GDALDrivers(of: source, in: pipeline.folder, location: location, use)
      }
      let table = try TableInput(path, format, drivers, of: source, in: pipeline.folder, location: location, use)
      var input = SourceInput(path: path, format, table.command)
      input.rows = source.selection.condition != nil ? .selected : format == .csv ? .ofCSV : .ofTable
      inputs.append(input)
      if use.isRunning { try take(table, format, named: input.name) }
    }
    if let plain = inputs.first(where: { $0.command == nil }), let stated, try !Self.areSame(stated.crs, "OGC:CRS84") {
      throw different(plain.title, stated.by)
    }
  }

  /// Applies the metadata of a file.
  private mutating func take(_ table: TableInput, _ format: TableFormat, named name: String) throws {
    if table.identifiesByKey { idProperty = nil }
    var own = table.layer?.crs
    if format == .csv, source.crs == nil, let other = own {
      // GDAL reads it from a .prj file that happens to be beside it.
      own = nil
      if try !Self.areSame(other, "OGC:CRS84") {
        warnings.append(
          "\(name): the .prj file beside it names \(Self.title(other)), but is ignored. The coordinates of a CSV file are "
            + "longitudes and latitudes, unless source \"\(source.name.value)\" sets a different `crs:`")
      }
    }
    if let configured = source.crs?.value {
      guard let own, try !Self.areSame(own, configured) else { return }
      let text = Self.title(own)
      warnings.append(
        "\(name): its coordinate reference system is \(text), but `crs: \(configured)` of source \"\(source.name.value)\" is used"
      )
      return
    }
    guard let definition = own ?? (format == .csv ? "OGC:CRS84" : nil) else {
      throw PipelineError.configuration(
        "\(location): \(name) does not specify its coordinate reference system. Set `crs:`, for example to EPSG:4326 for longitudes "
          + "and latitudes")
    }
    if let stated, try !Self.areSame(stated.crs, definition) { throw different(name, stated.by) }
    stated = (definition, name)
  }

  /// A system in words: its code, or else its name.
  private static func title(_ definition: String) -> String {
    if definition.hasPrefix("EPSG:") { return definition }
    return (try? CoordinateReferenceSystem(definition))?.name ?? "a different system"
  }

  private func different(_ a: String, _ b: String) -> PipelineError {
    .configuration(
      "\(location): \(a) and \(b) have different coordinate reference systems. Use a separate source for each")
  }

  private static func areSame(_ a: String, _ b: String) throws -> Bool {
    guard let a = try? CoordinateReferenceSystem(a), let b = try? CoordinateReferenceSystem(b) else { return a == b }
    return (try? a.isEquivalent(to: b)) ?? false
  }
}
