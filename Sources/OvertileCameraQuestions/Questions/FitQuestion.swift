import MapMath

/// Which camera shows that: places, bounds, a circle, a rectangle, a tile, or what a GeoJSON file holds.
public struct FitQuestion: CameraQuestion {
  private static let targets = ["at", "circle", "geojson"] + GivenArea.names
  private static let engines = ["sound", "flat", "flat-one-pass", "native"]

  /// The names that may be given.
  public static let names =
    targets + GivenView.names + [
      "padding", "offset", "max-z512", "zoom-snap", "engine", "from-center", "from-z512", "tile", "screen-scale",
    ]

  private let fit: CameraFit
  private let target: CameraTarget
  private let tileSize: Double

  /// Reads the question, and the GeoJSON file that it names.
  public init(_ given: Given) throws(QuestionError) {
    let view = try GivenView(given)
    var fit = CameraFit(in: try view.needed(given, for: "a fit"))
    fit.bearing = view.bearing
    fit.pitch = view.pitch
    fit.padding = try given.insets("padding")
    fit.offset = try given.shift("offset")
    fit.maximumZoom512 = try given.number("max-z512", .level) ?? fit.maximumZoom512
    fit.zoomSnap = try given.number("zoom-snap", .zoomSnap) ?? 0
    fit.engine = try Self.engine(given)
    self.fit = fit
    tileSize = try GivenScale.tileSize(given, default: 256)
    target = try Self.target(given)
  }

  /// The camera in all forms.
  public func answer() throws(QuestionError) -> Answer {
    let camera = try QuestionError.translating { () throws(CameraError) in try fit.camera(showing: target) }
    return try CameraForms(camera: camera, viewport: fit.viewport, tileSize: tileSize).answer()
  }

  private static func target(_ given: Given) throws(QuestionError) -> CameraTarget {
    guard let name = try given.one(of: targets) else {
      throw given.missing(["at", "bounds", "circle", "geojson", "map-rect", "zxy"], "nothing says what to show")
    }
    switch name {
    case "at": return .coordinates(try given.places(name))
    case "circle":
      guard let circle = try given.circle(name) else { break }
      return .circle(center: circle.center, radiusMeters: circle.radiusMeters)
    case "bounds":
      guard let bounds = try given.bounds(name) else { break }
      return .bounds(southwest: bounds.southwest, northeast: bounds.northeast)
    case "geojson": return .coordinates(try GivenGeoJSON(given).coordinates())
    default:
      guard let rect = try GivenArea.mapRect(given) else { break }
      return .rect(rect)
    }
    throw given.missing([name], "nothing says what to show")
  }

  private static func engine(_ given: Given) throws(QuestionError) -> CameraFit.Engine {
    let words = "an engine: " + engines.joined(separator: ", ")
    let name = try given.text("engine", words) ?? engines[0]
    if name != "native", let start = ["from-center", "from-z512"].first(where: given.has) {
      throw QuestionError(
        .badQuestion, "\(QuestionError.name(start)) is for \(QuestionError.name("engine")) native only")
    }
    switch name {
    case "sound": return .sound
    case "flat": return .flat
    case "flat-one-pass": return .flatThenOnePass
    case "native":
      let center = try given.place("from-center") ?? Coordinate(latitude: 0, longitude: 0)
      let start = Camera(center: center, zoom512: try given.number("from-z512", .level) ?? 0)
      return .native(from: start, within: CameraRestriction())
    default: throw given.wrong("engine", .string(name), words)
    }
  }
}
