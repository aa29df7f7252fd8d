import Configuration
import GeoJSON
import Reprojection

/// A source that is ready to be read: its files found, its reprojection chosen, its layers known.
struct PlannedSource: Sendable {
  /// The source as configured.
  let configuration: SourceConfiguration
  /// The files, or "-" for standard input.
  let files: [String]
  /// What a person should know of the files.
  let warnings: [String]
  /// The way to longitude and latitude.
  let reprojector: Reprojector
  /// The layers that take features of this source.
  let layers: [LayerIntake]
  /// Per layer: its index in the pipeline.
  let layerIndices: [Int]

  /// Finds the files of a source and its reprojection.
  ///
  /// - Throws: `PipelineError.inputMissing`, `unavailable` or `configuration`.
  init(_ source: SourceConfiguration, avoiding places: RunPlaces) throws {
    let pipeline = places.configuration
    configuration = source
    let found = try SourceFiles(source, avoiding: places)
    (files, warnings) = (found.files, found.warnings)
    reprojector = try Self.reprojector(source, file: pipeline.file)
    layerIndices = pipeline.layers.indices.filter { pipeline.layers[$0].source.value == source.name.value }
    layers = try layerIndices.map {
      try LayerIntake(
        pipeline.layers[$0], repairs: RepairRules(source),
        buffer: Double(pipeline.output.buffer) / Double(pipeline.output.extent),
        listsFiltered: pipeline.output.ledgerListsFiltered)
    }
  }

  /// Every source of a pipeline, ready to be read; no two read the same stream.
  ///
  /// - Parameter places: what the run writes, which is no input.
  static func all(avoiding places: RunPlaces) throws -> [PlannedSource] {
    let sources = try places.configuration.sources.map { try PlannedSource($0, avoiding: places) }
    try SourceStreams.refuseShared(sources, of: places.configuration.file)
    return sources
  }

  /// The source's name.
  var name: String { configuration.name.value }

  /// Judges a legacy `crs` member.
  ///
  /// The configuration's `crs` is obeyed where there is one; a member that says something else is worth a warning.
  ///
  /// - Returns: the warning, or nil where the member says the same.
  /// - Throws: `PipelineError.badData` where the configuration says nothing and the member something else than WGS84.
  func check(_ crs: LegacyCRS, file: String) throws -> String? {
    if case .null = crs.form { return nil }
    let place = "\(file): byte \(crs.byteOffset)"
    guard let configured = configuration.crs?.value else {
      if crs.isWGS84 { return nil }
      guard let code = crs.authorityCode else {
        throw PipelineError.badData("\(place): it has a \"crs\" member that cannot be understood. \(advice)")
      }
      throw PipelineError.badData(
        "\(place): its \"crs\" member says \(code), and the configuration says nothing. \(advice)")
    }
    guard let code = crs.authorityCode else {
      return "\(place): its \"crs\" member cannot be understood; `crs: \(configured)` of source \"\(name)\" is used"
    }
    let stated = try? CoordinateReferenceSystem(code)
    let isSame = (try? stated?.isEquivalent(to: reprojector.source)) ?? false
    if isSame || crs.isWGS84 && reprojector.source.isLongitudeLatitudeWGS84 { return nil }
    return "\(place): its \"crs\" member says \(code); `crs: \(configured)` of source \"\(name)\" is used"
  }

  private var advice: String {
    "Set `crs:` of source \"\(name)\" to what the coordinates are in, or take the member out of the file"
  }

  private static func reprojector(_ source: SourceConfiguration, file: String) throws -> Reprojector {
    let position = source.crs?.position ?? source.name.position
    do {
      let system = try source.crs.map { try CoordinateReferenceSystem($0.value) } ?? CoordinateReferenceSystem.wgs84()
      return try Reprojector(
        from: system, options: Reprojector.Options(accuracyLimitMeters: source.accuracyMeters?.value))
    } catch let error as ReprojectionError {
      let text = "\(file):\(position): source \"\(source.name.value)\": \(error)"
      switch error.code {
      case .unknownCRS, .unsupportedCRS: throw PipelineError.configuration(text)
      case .noOperation, .accuracyTooLow, .databaseMissing, .projFailure: throw PipelineError.unavailable(text)
      }
    }
  }
}
