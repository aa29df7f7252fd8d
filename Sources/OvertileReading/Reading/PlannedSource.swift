import MapMath
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertileGeoJSON
import OvertileReprojection

/// A source that is ready to be read: its files found, its reprojection chosen, its layers known.
package struct PlannedSource: Sendable {
  /// The source as configured.
  package let configuration: SourceConfiguration
  /// The inputs in the order in which they are read.
  package let inputs: [SourceInput]
  /// The property that identifies features, in place of their ids.
  let idProperty: String?
  /// Warnings about the files.
  package let warnings: [String]
  /// Warnings with a code, about the source itself.
  package let diagnostics: [Diagnostic]
  /// The conversion to longitude and latitude.
  package let reprojector: Reprojector
  /// The greatest distance of drawn edges from those of the source, as a share of the map's side; nil if its edges are
  /// straight in longitude and latitude, or no layer draws edges.
  package let edgeTolerance: Double?
  /// The layers that map features of this source.
  package let layers: [FeatureMapping]
  /// The properties that the source and its layers name.
  package let namedProperties: [NamedProperty]
  /// Per layer: its index in the pipeline.
  let layerIndices: [Int]
  /// Whether commands were only listed, so that their output is not known.
  package let isUnexplored: Bool

  /// Finds the inputs of a source and its reprojection.
  ///
  /// - Throws: `PipelineError.inputMissing`, `unavailable`, `commandFailed` or `configuration`.
  ///
  /// - Parameter layerIndices: its layers, by their indices in the pipeline.
  private init(
    _ source: SourceConfiguration, layers layerIndices: [Int], avoiding runPaths: RunPaths, _ commands: CommandUse
  ) throws {
    let pipeline = runPaths.configuration
    configuration = source
    let found = try SourceInputs(source, avoiding: runPaths, commands)
    (inputs, warnings, idProperty) = (found.inputs, found.warnings, found.idProperty)
    isUnexplored = !commands.isRunning && inputs.contains { $0.command != nil }
    reprojector = try Self.reprojector(source, stated: found.stated?.crs, file: pipeline.file)
    self.layerIndices = layerIndices
    edgeTolerance =
      reprojector.source.hasPlane
      ? Self.edgeTolerance(layerIndices.map { pipeline.layers[$0] }, extent: pipeline.output.grid.extent) : nil
    diagnostics = layerIndices.isEmpty ? [Self.unused(source, file: pipeline.file)] : []
    // The key that identifies a table's rows is not one of their properties.
    namedProperties = NamedProperty.all(source, layerIndices.map { pipeline.layers[$0] })
      .filter { [idProperty] in $0.layer != nil || idProperty != nil }
    layers = layerIndices.map { FeatureMapping(pipeline.layers[$0], of: source, pipeline.output) }
  }

  /// Every source of a pipeline, ready to be read; no two read the same stream.
  ///
  /// - Parameters:
  ///   - runPaths: the paths that the run writes, which are not inputs.
  ///   - commands: whether commands may be run, and who ends them.
  package static func all(avoiding runPaths: RunPaths, _ commands: CommandUse) throws -> [PlannedSource] {
    let pipeline = runPaths.configuration
    let layers = Dictionary(grouping: pipeline.layers.indices) { pipeline.layers[$0].source.value }
    let sources = try pipeline.sources.map { source in
      try PlannedSource(source, layers: layers[source.name.value] ?? [], avoiding: runPaths, commands)
    }
    try rejectShared(sources, of: pipeline.file)
    return sources
  }

  /// Throws if two inputs of all sources are one stream, whatever their paths: no other source gets the bytes that one
  /// reads, and one that waits for the rest waits forever.
  private static func rejectShared(_ sources: [PlannedSource], of file: String) throws {
    var known: [FileIdentity?: (name: String, source: String)] = [:]
    for source in sources {
      for input in source.inputs where input.command == nil && input.isStream {
        // Nothing is known about a closed standard input.
        let identity = input.file.map { FileIdentity(following: $0) } ?? FileIdentity(of: STDIN_FILENO)
        if let first = known[identity] {
          let whose = first.source == source.name ? "" : " of source \"\(first.source)\""
          throw PipelineError.configuration(
            "\(file):\(source.configuration.name.position): source \"\(source.name)\": \(input.title) is the same stream as "
              + "\(first.name)\(whose), but a stream can be read only once. Name it only once, or use a regular file")
        }
        known[identity] = (input.title, source.name)
      }
    }
  }

  /// The versions of PROJ, if it chose the operation of a source.
  package static func projVersions(of sources: [PlannedSource]) -> ProjVersions? {
    sources.lazy.compactMap(\.reprojector.operation.versions).first
  }

  /// The source's name.
  package var name: String { configuration.name.value }

  /// The names of the inputs, as in the ledger.
  package var files: [String] { inputs.map(\.name) }

  /// Judges a legacy `crs` member.
  ///
  /// The configuration's `crs` takes precedence; a member that differs is worth a warning.
  ///
  /// - Returns: the warning, or nil if the member agrees.
  /// - Throws: `PipelineError.badData` if the configuration has no `crs` and the member is not WGS84.
  package func check(_ crs: LegacyCRS, in input: SourceInput) throws -> String? {
    if case .null = crs.form { return nil }
    // GDAL writes the system that it was told; the table's own is known.
    if input.command?.isOfGDAL == true { return nil }
    let says = crs.authorityCode.map { "says \($0)" } ?? "cannot be interpreted"
    let text = "\(input.name): byte \(crs.byteOffset): the \"crs\" member \(says), but "
    guard let configured = configuration.crs?.value else {
      if crs.isWGS84 { return nil }
      throw PipelineError.badData(
        text
          + "the configuration has no `crs`. Set `crs:` of source \"\(name)\" to the coordinate system of the data, or "
          + "remove the member from the file")
    }
    let stated = crs.authorityCode.flatMap { try? CoordinateReferenceSystem($0) }
    let isSame = (try? stated?.isEquivalent(to: reprojector.source)) ?? false
    if isSame || crs.isWGS84 && reprojector.source.isLongitudeLatitudeWGS84 { return nil }
    return text + "`crs: \(configured)` of source \"\(name)\" is used"
  }

  /// A quarter of a tile's unit at the last zoom of the layers that draw edges, but no less than half a unit of the grid; nil
  /// without such layers.
  private static func edgeTolerance(_ layers: [LayerConfiguration], extent: Int) -> Double? {
    layers.filter(\.takesPolygons).map(\.zooms.upperBound).max().map { zoom in
      max(0.25 / Double(extent) / Double(UInt64(1) << UInt64(zoom)), 0.5 / WorldGrid.side)
    }
  }

  private static func unused(_ source: SourceConfiguration, file: String) -> Diagnostic {
    let text =
      "\(file):\(source.name.position): no layer uses source \"\(source.name.value)\"; name it as the "
      + "`source` of a layer, or remove it"
    return Diagnostic(.unusedSource, text, source: source.name.value)
  }

  private static func reprojector(
    _ source: SourceConfiguration, stated: String?, file: String
  ) throws -> Reprojector {
    let position = source.crs?.position ?? source.name.position
    do {
      var system = try (source.crs?.value ?? stated).map { try CoordinateReferenceSystem($0) }
      // A file that names EPSG:4326 has the default system of GeoJSON.
      if source.crs == nil, system?.isLongitudeLatitudeWGS84 == true { system = nil }
      return try Reprojector(from: system ?? .wgs84, accuracyLimitMeters: source.accuracyMeters)
    } catch let error as ReprojectionError {
      let text = "\(file):\(position): source \"\(source.name.value)\": \(error)"
      switch error.code {
      case .unknownCRS:
        throw PipelineError.configuration(text + "; use a code such as EPSG:27700, WKT, PROJJSON or a PROJ string")
      case .unsupportedCRS: throw PipelineError.configuration(text)
      case .noOperation, .accuracyTooLow, .databaseMissing, .projFailure: throw PipelineError.unavailable(text)
      }
    }
  }
}

extension PlannedSource {
  /// Warnings about positions that do not fit the source's system.
  package func diagnostics(_ read: SourceWorker.Outcome) throws -> [Diagnostic] {
    let (outside, sample) = (read.outsideAreaOfUse, read.sample)
    let location = "source \"\(name)\""
    let crs = configuration.crs.map { "crs: \($0.value)" } ?? "the coordinate system"
    if try !reprojector.source.isLongitudeLatitudeWGS84 && sample.isDegrees(for: reprojector) {
      let text =
        "\(location): the coordinates look like degrees of longitude and latitude, but \(crs) uses a different unit, so "
        + "all features end up next to each other. Remove `crs`, or set it to the coordinate system of the data"
      return [Diagnostic(.degreesAsMeters, text, source: name)]
    }
    guard outside > 0 else { return [] }
    let positions = Counted.text(outside, "position lies", "positions lie")
    let fact = "\(location): \(positions) outside the area of use of \(reprojector.source.name)"
    if try sample.isExchanged(for: reprojector) {
      let text =
        "\(fact), but would lie inside it if the coordinates were swapped; GeoJSON expects the longitude or easting first"
      return [Diagnostic(.exchangedAxes, text, source: name)]
    }
    return [Diagnostic(.outsideAreaOfUse, "\(fact); check `crs:`", source: name)]
  }
}
