import COvertilePROJ

extension OperationDescription {
  /// Describes the first operation from a source to WGS84 that runs here, in PROJ's ranking.
  init(choosingFrom source: CoordinateReferenceSystem) throws(ReprojectionError) {
    let context = try ProjContext()
    try context.requireDatabase()
    let from = try source.horizontal(context)
    let ranked = Self.operations(from: from, to: try CoordinateReferenceSystem.parse("EPSG:4326", context))
    for operation in ranked where operation.isUsable {
      guard let pipeline = operation.pipelineLongitudeFirst else { continue }
      let accuracy = source.form == .operation ? operation.accuracyMeters : 0
      let missing = Self.unavailable(ranked, betterThan: operation.isBallpark ? nil : accuracy)
      self.init(
        sourceName: source.name == "unknown" ? source.definition : source.name, sourceCode: source.code,
        name: operation.name, pipeline: pipeline, accuracyMeters: accuracy, isBallpark: operation.isBallpark,
        unavailable: missing, areaOfUse: operation.areaOfUse, versions: ProjVersions(context))
      return
    }
    throw ReprojectionError(
      .noOperation, definition: source.definition,
      reason: "PROJ has no usable operation for converting positions to WGS84 longitude and latitude",
      projMessage: context.takeMessage())
  }

  private static func unavailable(_ ranked: [ProjObject], betterThan accuracy: Double?) -> [Unavailable] {
    ranked.compactMap { operation in
      let missing = operation.missingGrids
      guard !missing.isEmpty, (operation.accuracyMeters ?? .infinity) < (accuracy ?? .infinity) else { return nil }
      return Unavailable(accuracyMeters: operation.accuracyMeters, missingGrids: missing)
    }
  }

  /// Wraps `proj_create_operations`: operations whose area touches the source's, missing grids last.
  private static func operations(from: ProjObject, to: ProjObject) -> [ProjObject] {
    let context = from.context
    guard let factory = proj_create_operation_factory_context(context.pointer, nil) else { return [] }
    defer { proj_operation_factory_context_destroy(factory) }
    proj_operation_factory_context_set_spatial_criterion(
      context.pointer, factory, PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION)
    proj_operation_factory_context_set_grid_availability_use(
      context.pointer, factory, PROJ_GRID_AVAILABILITY_USED_FOR_SORTING)
    context.forgetMessages()
    guard let list = proj_create_operations(context.pointer, from.pointer, to.pointer, factory) else { return [] }
    defer { proj_list_destroy(list) }
    return (0..<proj_list_get_count(list)).compactMap { ProjObject(proj_list_get(context.pointer, list, $0), context) }
  }
}

/// PROJ's description of a coordinate operation.
extension ProjObject {
  /// Whether everything that the operation needs is installed.
  fileprivate var isUsable: Bool { proj_coordoperation_is_instantiable(context.pointer, pointer) != 0 }

  fileprivate var isBallpark: Bool {
    proj_coordoperation_has_ballpark_transformation(context.pointer, pointer) != 0
  }

  /// The stated accuracy; 0 for an operation that only converts between axes and projections on one datum; nil when
  /// unknown.
  fileprivate var accuracyMeters: Double? {
    if isConversion { return 0 }
    let accuracy = proj_coordoperation_get_accuracy(context.pointer, pointer)
    return accuracy < 0 ? nil : accuracy
  }

  private var isConversion: Bool {
    let kind = proj_get_type(pointer)
    guard kind == PJ_TYPE_CONCATENATED_OPERATION else { return kind == PJ_TYPE_CONVERSION }
    return (0..<proj_concatoperation_get_step_count(context.pointer, pointer)).allSatisfy { step in
      ProjObject(proj_concatoperation_get_step(context.pointer, pointer, step), context)?.isConversion == true
    }
  }

  /// The operation as a PROJ string with east or longitude first in input and output; angles of the output are in
  /// degrees.
  fileprivate var pipelineLongitudeFirst: String? {
    guard let normal = ProjObject(proj_normalize_for_visualization(context.pointer, pointer), context) else {
      return nil
    }
    return proj_as_proj_string(context.pointer, normal.pointer, PJ_PROJ_5, nil).map { String(cString: $0) }
  }

  /// The names of the operation's grids that are not installed.
  fileprivate var missingGrids: [String] {
    (0..<proj_coordoperation_get_grid_used_count(context.pointer, pointer)).compactMap { index in
      var name: UnsafePointer<CChar>?
      var isInstalled: Int32 = 0
      let found = proj_coordoperation_get_grid_used(
        context.pointer, pointer, index, &name, nil, nil, nil, nil, nil, &isInstalled)
      guard found != 0, let name, isInstalled == 0 else { return nil }
      return String(cString: name)
    }
  }
}
