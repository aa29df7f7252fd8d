import COvertilePROJ

/// A coordinate reference system by its definition: a plain value. PROJ has checked it, except for `wgs84`.
package struct CoordinateReferenceSystem: Sendable {
  /// The definition as written.
  package let definition: String
  /// The name PROJ knows it by, such as "OSGB36 / British National Grid"; "unknown" for most PROJ strings.
  package let name: String
  /// Authority and code, such as "EPSG:27700"; nil if the definition has none.
  package let code: String?
  /// The area of use; nil if PROJ states none, or the whole Earth.
  package let areaOfUse: GeographicArea?
  /// The closed form for it, if any.
  let form: Form
  /// Whether PROJ was not asked, nor needs to be.
  let isKnownWithoutPROJ: Bool
  /// Whether edges are straight in a plane of its own, not in longitude and latitude.
  package let hasPlane: Bool

  /// The conversion of a system's positions to longitude and latitude.
  enum Form: Sendable {
    /// Longitude and latitude in degrees on WGS84 already.
    case longitudeLatitude
    /// Web Mercator in meters.
    case webMercator
    /// Through an operation of PROJ.
    case operation
  }

  /// Longitude and latitude on WGS84, the default of GeoJSON (RFC 7946 section 4): OGC:CRS84, in the words of PROJ.
  ///
  /// It needs no PROJ, which with its database takes a quarter of the time of a small build.
  package static let wgs84 = CoordinateReferenceSystem(
    definition: "OGC:CRS84", name: "WGS 84 (CRS84)", code: "OGC:CRS84", areaOfUse: nil, form: .longitudeLatitude,
    isKnownWithoutPROJ: true, hasPlane: false)
}

extension CoordinateReferenceSystem {
  /// Reads a definition: an authority code ("EPSG:27700", "OGC:CRS84", a URN), WKT 1 or 2, PROJJSON, or a PROJ string
  /// (with or without "+type=crs"), as `proj_create` does.
  ///
  /// Heights of compound and three-dimensional systems are ignored. Takes a few milliseconds.
  /// - Throws: `unknownCRS`, `unsupportedCRS`, `databaseMissing`.
  package init(_ definition: String) throws(ReprojectionError) {
    let context = try ProjContext()
    try context.requireDatabase()
    let system = try Self.parse(definition, context)
    let horizontal = try Self.horizontal(of: system, definition: definition)
    self.init(
      definition: definition, name: system.name, code: system.code, areaOfUse: system.areaOfUse,
      form: try Self.form(of: horizontal), isKnownWithoutPROJ: false, hasPlane: !Self.isGeographic(horizontal))
  }

  /// Whether positions are longitude and latitude in degrees on WGS84, whatever its name.
  package var isLongitudeLatitudeWGS84: Bool { form == .longitudeLatitude }

  /// Whether the same numbers mean the same position in both. Heights and the axis order of geographic systems do not
  /// count, since positions are always read longitude first.
  ///
  /// - Throws: the errors of the initializer.
  package func isEquivalent(to other: CoordinateReferenceSystem) throws(ReprojectionError) -> Bool {
    if form == other.form && form != .operation { return true }
    let context = try ProjContext()
    return try horizontal(context).isEquivalent(to: other.horizontal(context))
  }

  private static func form(of system: ProjObject) throws(ReprojectionError) -> Form {
    for code in ["EPSG:4326", "EPSG:4979"] where system.isEquivalent(to: try parse(code, system.context)) {
      return .longitudeLatitude
    }
    return system.isEquivalent(to: try parse("EPSG:3857", system.context)) ? .webMercator : .operation
  }

  /// The system's horizontal part as an object of a context.
  func horizontal(_ context: ProjContext) throws(ReprojectionError) -> ProjObject {
    try Self.horizontal(of: Self.parse(definition, context), definition: definition)
  }
}

extension ProjObject {
  /// Wraps `proj_is_equivalent_to_with_ctx`, ignoring the axis order of geographic systems.
  func isEquivalent(to other: ProjObject) -> Bool {
    proj_is_equivalent_to_with_ctx(
      context.pointer, pointer, other.pointer, PJ_COMP_EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS) != 0
  }
}
