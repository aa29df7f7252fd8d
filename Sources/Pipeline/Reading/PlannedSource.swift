import Configuration
import GeoJSON
import Reprojection

/// A source that is ready to be read: its files found, its reprojection chosen, its layers known.
struct PlannedSource: Sendable {
  /// The source as configured.
  let configuration: SourceConfiguration
  /// The files, or "-" for standard input.
  let files: [String]
  /// The way to longitude and latitude.
  let reprojector: Reprojector
  /// The layers that take features of this source.
  let layers: [LayerIntake]
  /// Per layer: its index in the pipeline.
  let layerIndices: [Int]

  /// Finds the files of a source and its reprojection.
  ///
  /// - Throws: `PipelineError.inputMissing`, `unavailable` or `configuration`.
  init(_ source: SourceConfiguration, of pipeline: PipelineConfiguration) throws {
    configuration = source
    files = try SourceFiles.expand(source, of: pipeline)
    reprojector = try Self.reprojector(source, file: pipeline.file)
    layerIndices = pipeline.layers.indices.filter { pipeline.layers[$0].source.value == source.name.value }
    layers = try layerIndices.map {
      try LayerIntake(
        pipeline.layers[$0], repairs: RepairRules(source),
        buffer: Double(pipeline.output.buffer) / Double(pipeline.output.extent),
        listsFiltered: pipeline.output.ledgerListsFiltered)
    }
  }

  /// Every source of a pipeline, ready to be read.
  static func all(of pipeline: PipelineConfiguration) throws -> [PlannedSource] {
    try pipeline.sources.map { try PlannedSource($0, of: pipeline) }
  }

  /// The source's name.
  var name: String { configuration.name.value }

  /// Throws when a legacy `crs` member says something else than the configuration.
  func check(_ crs: LegacyCRS, file: String) throws {
    if case .null = crs.form { return }
    let place = "\(file): byte \(crs.byteOffset)"
    guard let code = crs.authorityCode else {
      throw PipelineError.badData("\(place): it has a \"crs\" member that cannot be understood. \(advice)")
    }
    if configuration.crs == nil {
      guard !crs.isWGS84 else { return }
      throw PipelineError.badData(
        "\(place): its \"crs\" member says \(code), and the configuration says nothing. \(advice)")
    }
    let stated = try? CoordinateReferenceSystem(code)
    let isSame = (try? stated?.isEquivalent(to: reprojector.source)) ?? false
    let isLongitudeLatitude = crs.isWGS84 && reprojector.source.isLongitudeLatitudeWGS84
    guard isSame || isLongitudeLatitude else {
      throw PipelineError.badData(
        "\(place): its \"crs\" member says \(code), and the configuration of source \"\(name)\" says "
          + "\(configuration.crs?.value ?? ""). \(advice)")
    }
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
