import MapMath

/// Finds the camera that shows coordinates, bounds, a circle, a rectangle, a tile, or the features of a GeoJSON file.
package struct FitQuery: CameraQuery {
  private static let targets = ["at", "circle", "geojson"] + AreaParameters.names
  private static let engines = ["sound", "flat", "flat-one-pass", "native"]

  /// The names of its parameters.
  package static let names =
    targets + ViewParameters.names + [
      "padding", "offset", "max-z512", "zoom-snap", "engine", "from-center", "from-z512", "tile", "screen-scale",
    ]

  private let fit: CameraFit
  private let target: CameraTarget
  private let tileSize: Double

  /// Reads the query, and the GeoJSON file that it names.
  package init(_ parameters: QueryParameters) throws(QueryError) {
    let view = try ViewParameters(parameters)
    var fit = CameraFit(in: try view.needed(parameters, for: "a fit"))
    fit.bearing = view.bearing
    fit.pitch = view.pitch
    fit.padding = try parameters.insets("padding")
    fit.offset = try parameters.shift("offset")
    fit.maximumZoom512 = try parameters.number("max-z512", .level) ?? fit.maximumZoom512
    fit.zoomSnap = try parameters.number("zoom-snap", .zoomSnap) ?? 0
    fit.engine = try Self.engine(parameters)
    self.fit = fit
    tileSize = try ScaleParameters.tileSize(parameters, default: 256)
    target = try Self.target(parameters)
  }

  /// The camera in all forms.
  package func result() throws(QueryError) -> QueryResult {
    let camera = try QueryError.translating { () throws(CameraError) in try fit.camera(showing: target) }
    return try CameraForms(camera: camera, viewport: fit.viewport, tileSize: tileSize).result()
  }

  private static func target(_ parameters: QueryParameters) throws(QueryError) -> CameraTarget {
    guard let name = try parameters.one(of: targets) else {
      throw parameters.missing(["at", "bounds", "circle", "geojson", "map-rect", "zxy"], "nothing says what to show")
    }
    switch name {
    case "at": return .coordinates(try parameters.coordinates(name))
    case "circle":
      guard let circle = try parameters.circle(name) else { break }
      return .circle(center: circle.center, radiusMeters: circle.radiusMeters)
    case "bounds":
      guard let bounds = try parameters.bounds(name) else { break }
      return .bounds(southwest: bounds.southwest, northeast: bounds.northeast)
    case "geojson": return .coordinates(try GeoJSONParameters(parameters).coordinates())
    default:
      guard let rect = try AreaParameters.mapRect(parameters) else { break }
      return .rect(rect)
    }
    throw parameters.missing([name], "nothing says what to show")
  }

  private static func engine(_ parameters: QueryParameters) throws(QueryError) -> CameraFit.Engine {
    let words = "an engine: " + engines.joined(separator: ", ")
    let name = try parameters.text("engine", words) ?? engines[0]
    if name != "native", let start = ["from-center", "from-z512"].first(where: parameters.has) {
      throw QueryError(
        .badQuery, "\(QueryError.name(start)) is for \(QueryError.name("engine")) native only")
    }
    switch name {
    case "sound": return .sound
    case "flat": return .flat
    case "flat-one-pass": return .flatThenOnePass
    case "native":
      let center = try parameters.coordinate("from-center") ?? Coordinate(latitude: 0, longitude: 0)
      let start = Camera(center: center, zoom512: try parameters.number("from-z512", .level) ?? 0)
      return .native(from: start, within: CameraRestriction())
    default: throw parameters.wrong("engine", .string(name), words)
    }
  }
}
