import MapMath
import OvertileFeatures

/// A camera, in any of its forms.
struct CameraParameters {
  /// A coordinate with a scale, or a rectangle, or the fragment of a URL.
  static let names =
    ["center", "map-point", "hash"] + ScaleParameters.names + AreaParameters.names + ViewParameters.names + ["padding"]

  let parameters: QueryParameters
  let view: ViewParameters
  /// Points that the camera keeps free at the edges, beside the view's insets.
  let padding: ScreenPadding

  init(_ parameters: QueryParameters) throws(QueryError) {
    self.parameters = parameters
    view = try ViewParameters(parameters)
    padding = try parameters.insets("padding")
    guard let viewport = view.viewport else { return }
    let all = viewport.insets + padding
    guard all.left + all.right < viewport.width, all.top + all.bottom < viewport.height else {
      let names = QueryError.names(["padding", "insets"], "and")
      throw QueryError(.badQuery, "\(names) leave nothing of the \(QueryError.name("viewport"))")
    }
  }

  /// The coordinate in the middle; nil without one.
  func center() throws(QueryError) -> Coordinate? {
    guard let name = try parameters.one(of: ["center", "map-point"]) else { return nil }
    return name == "center" ? try parameters.coordinate(name) : try parameters.mapPoint(name)?.coordinate
  }

  /// The camera. Its center is wrapped to -180..<180 and lies within the world, its bearing in 0..<360.
  func camera() throws(QueryError) -> Camera {
    try exclusive()
    var camera: Camera
    if parameters.has("hash") {
      camera = try URLFragment.camera(parameters)
    } else if let tile = try TileParameter.tile(parameters) {
      let side = try ScaleParameters.tileSize(parameters, default: 256)
      let zoom = Zoom(level: Double(tile.z), tileSize: side)
      camera = Camera(center: tile.mapRect.center.coordinate, zoom: zoom, bearing: view.bearing, pitch: view.pitch)
    } else if let rect = try AreaParameters.mapRect(parameters) {
      camera = try self.camera(showing: rect)
    } else {
      guard let center = try self.center() else {
        throw parameters.missing(
          ["center", "map-point", "map-rect", "bounds", "zxy", "hash"], "nothing says where the map looks")
      }
      let scale = ScaleParameters(parameters: parameters, view: view, latitude: center.latitude, padding: padding)
      camera = Camera(center: center, zoom: try scale.zoom(), bearing: view.bearing, pitch: view.pitch)
    }
    camera.padding = padding
    // A pitch beyond 85 was requested, so it stays.
    let pitch = camera.pitch
    camera = camera.normalized
    camera.pitch = pitch
    return camera
  }

  private func camera(showing rect: MapRect) throws(QueryError) -> Camera {
    let viewport = try view.needed(parameters, for: "a rectangle")
    guard rect.width > 0 || rect.height > 0 else {
      throw try AreaParameters.wrong(
        parameters, "a rectangle with a width or a height: a single coordinate has no zoom")
    }
    var fit = CameraFit(in: viewport)
    fit.cameraPadding = padding
    (fit.bearing, fit.pitch) = (view.bearing, view.pitch)
    return try QueryError.translating { () throws(CameraError) in try fit.camera(showing: .rect(rect)) }
  }

  /// The note on a requested coordinate beyond the map's edge; nil if it is not.
  func note() throws(QueryError) -> String? {
    let latitude = parameters.has("hash") ? try URLFragment.camera(parameters).center.latitude : try center()?.latitude
    guard let latitude, abs(latitude) > Mercator.maximumLatitude + 1e-9 else { return nil }
    return "the map ends at latitude \(Quantity.fixed(Mercator.maximumLatitude, 6)): the camera is there, not at "
      + JSONValue.text(latitude)
  }

  /// Rejects a second parameter for the center of the map.
  private func exclusive() throws(QueryError) {
    let whole = AreaParameters.names + ["hash"]
    let parts = ["center", "map-point"] + ScaleParameters.forms
    guard let first = try parameters.one(of: whole), let second = parts.first(where: parameters.has) else { return }
    _ = try parameters.one(of: [second, first])
  }
}

/// The fragment of a web map's URL: MapLibre's "#zoom/latitude/longitude/bearing/pitch", or OpenStreetMap's
/// "#map=zoom/latitude/longitude", whose zoom is one more.
enum URLFragment {
  static func camera(_ parameters: QueryParameters) throws(QueryError) -> Camera {
    let text = try parameters.text("hash", words) ?? ""
    var rest = text.drop { $0 == "#" }
    let isOpenStreetMap = rest.hasPrefix("map=")
    if isOpenStreetMap { rest = rest.dropFirst(4) }
    guard var n = JSONValue.string(String(rest)).numbers(separator: "/"), (3...5).contains(n.count) else {
      throw parameters.wrong("hash", .string(text), words)
    }
    n += Array(repeating: 0, count: 5 - n.count)
    guard NumberForm.level.holds(n[0]), NumberForm.latitude.holds(n[1]), NumberForm.longitude.holds(n[2]),
      NumberForm.bearing.holds(n[3]), NumberForm.pitch.holds(n[4])
    else { throw parameters.wrong("hash", .string(text), words) }
    if let other = ["bearing", "pitch"].first(where: parameters.has) { _ = try parameters.one(of: ["hash", other]) }
    let zoom = Zoom(level: n[0], tileSize: isOpenStreetMap ? 256 : 512)
    let center = Coordinate(latitude: n[1], longitude: n[2])
    return Camera(center: center, zoom: zoom, bearing: n[3], pitch: n[4])
  }

  private static let words =
    "the fragment of a map's URL: zoom/latitude/longitude/bearing/pitch as MapLibre has it, such as "
    + "12.5/52.52/13.405/30/45, or map=zoom/latitude/longitude as OpenStreetMap has it"
}
