import COvertilePROJ

extension CoordinateReferenceSystem {
  /// Makes PROJ's object for a definition.
  static func parse(_ definition: String, _ context: ProjContext) throws(ReprojectionError) -> ProjObject {
    context.forgetMessages()
    // C would read as far as the NUL, and find another system than the one that is written.
    guard !definition.utf8.contains(0) else {
      throw ReprojectionError(.unknownCRS, definition: definition, reason: "it contains a NUL character")
    }
    guard let system = ProjObject(proj_create(context.pointer, markedAsCRS(definition)), context) else {
      throw ReprojectionError(
        .unknownCRS, definition: definition,
        reason: "PROJ cannot read this coordinate reference system" + hint(definition),
        projMessage: context.takeMessage())
    }
    guard proj_is_crs(system.pointer) != 0 else {
      throw ReprojectionError(
        .unsupportedCRS, definition: definition, reason: "this is \(system.name), not a coordinate reference system")
    }
    return system
  }

  /// The horizontal part of a system: a compound one without its heights.
  static func horizontal(of system: ProjObject, definition: String) throws(ReprojectionError) -> ProjObject {
    let context = system.context.pointer
    var plain = system
    if proj_get_type(plain.pointer) == PJ_TYPE_COMPOUND_CRS,
      let part = ProjObject(proj_crs_get_sub_crs(context, plain.pointer, 0), system.context)
    {
      plain = part
    }
    switch proj_get_type(unbound(plain).pointer) {
    case PJ_TYPE_GEOCENTRIC_CRS, PJ_TYPE_VERTICAL_CRS, PJ_TYPE_TEMPORAL_CRS, PJ_TYPE_ENGINEERING_CRS:
      throw ReprojectionError(
        .unsupportedCRS, definition: definition,
        reason: "\(system.name) has neither easting and northing nor longitude and latitude")
    default:
      return plain
    }
  }

  /// A system without the shift to another datum that is bound to it.
  private static func unbound(_ system: ProjObject) -> ProjObject {
    guard proj_get_type(system.pointer) == PJ_TYPE_BOUND_CRS else { return system }
    return ProjObject(proj_get_source_crs(system.context.pointer, system.pointer), system.context) ?? system
  }

  /// Whether a horizontal system counts in longitude and latitude, and not in those of a turned globe.
  static func isGeographic(_ system: ProjObject) -> Bool {
    let plain = unbound(system)
    switch proj_get_type(plain.pointer) {
    case PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS:
      return ProjObject(proj_get_source_crs(plain.context.pointer, plain.pointer), plain.context) == nil
    default: return false
    }
  }

  /// A PROJ string alone means an operation; "+type=crs" makes it a system, as `proj_create_crs_to_crs` does.
  private static func markedAsCRS(_ definition: String) -> String {
    let isProjString = definition.contains("proj=") && !definition.contains("[") && !definition.contains("{")
    return isProjString && !definition.contains("type=crs") ? definition + " +type=crs" : definition
  }

  /// A bare number is most likely an EPSG code.
  private static func hint(_ definition: String) -> String {
    !definition.isEmpty && definition.allSatisfy(\.isNumber) ? "; did you mean EPSG:\(definition)?" : ""
  }
}
