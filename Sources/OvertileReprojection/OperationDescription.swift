/// The operation that turns the positions of a source into longitude and latitude on WGS84, as the manifest records it.
package struct OperationDescription: Sendable, Equatable {
  /// An operation that PROJ would rank as more accurate if its grids were installed.
  package struct Unavailable: Sendable, Equatable {
    /// Its stated accuracy in meters; nil when unknown.
    package let accuracyMeters: Double?
    /// The grid files that are missing, by the names that PROJ looks for.
    package let missingGrids: [String]
  }

  /// The name of the source's coordinate reference system; its definition if it has no name.
  package let sourceName: String
  /// Its authority and code, or nil.
  package let sourceCode: String?
  /// The operation's name in PROJ's database.
  package let name: String
  /// The operation as a PROJ pipeline: easting and northing (or longitude and latitude in the source's unit) in,
  /// longitude and latitude in degrees out. Exactly this pipeline runs, or the equivalent closed form.
  package let pipeline: String
  /// The stated accuracy in meters, 0 if no change of datum is involved; nil when unknown.
  package let accuracyMeters: Double?
  /// Whether the datums are assumed to be equal, which can be wrong by hundreds of meters.
  package let isBallpark: Bool
  /// More accurate operations whose grids are not installed, in PROJ's order.
  package let unavailable: [Unavailable]
  /// The area of use of the operation; nil if PROJ states none, or the whole Earth.
  package let areaOfUse: GeographicArea?
  /// The PROJ library and database that chose it; nil where nothing had to be chosen.
  package let versions: ProjVersions?

  /// The operation from `CoordinateReferenceSystem.wgs84`, in the words of PROJ.
  static let noChange = OperationDescription(
    sourceName: CoordinateReferenceSystem.wgs84.name, sourceCode: CoordinateReferenceSystem.wgs84.code,
    name: "OGC:CRS84 to WGS 84", pipeline: "+proj=noop", accuracyMeters: 0, isBallpark: false,
    unavailable: [], areaOfUse: nil, versions: nil)

  /// The grids that more accurate operations lack, each once, in PROJ's order.
  package var missingGrids: [String] {
    unavailable.flatMap(\.missingGrids).reduce(into: []) { all, grid in
      if !all.contains(grid) { all.append(grid) }
    }
  }

  /// Warnings for the user: a ballpark operation, missing grids. Often empty.
  package var warnings: [String] {
    let source = sourceCode ?? sourceName
    var texts: [String] = []
    if isBallpark {
      texts.append(
        "\(source): PROJ has no usable datum transformation to WGS84 and treats the datums as equal (ballpark); "
          + "positions can be wrong by hundreds of meters")
    }
    if !unavailable.isEmpty {
      texts.append(
        "\(source): the accuracy of the operation \"\(name)\" is \(Self.text(meters: accuracyMeters)); \(unavailableText)"
      )
    }
    return texts
  }

  /// The unavailable operations in a sentence part, for warnings and rejections.
  var unavailableText: String {
    "installing missing grids would improve it: "
      + unavailable.map { "\($0.missingGrids.joined(separator: " + ")) (\(Self.text(meters: $0.accuracyMeters)))" }
      .joined(separator: ", ")
  }

  /// "2 m", "0.5 m" or "unknown".
  static func text(meters: Double?) -> String {
    guard let meters else { return "unknown" }
    return Int(exactly: meters).map { "\($0) m" } ?? "\(meters) m"
  }
}
