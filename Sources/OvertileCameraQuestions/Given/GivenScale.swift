import MapMath

/// How large the map is drawn, in any of the ways that people say it.
struct GivenScale {
  /// Exactly one of these says it; the two spans may stand together, and so may the two distances.
  static let forms = [
    "z128", "z256", "z512", "zoom", "scale", "span", "latitude-span", "map-width", "latitudinal-meters",
    "longitudinal-meters", "distance", "altitude", "meters-per-point", "mapbox-meters-per-point",
  ]
  static let names = forms + ["tile", "screen-scale"]

  let given: Given
  let view: GivenView
  /// The place in the middle, or only its latitude; nil when unknown.
  let latitude: Double?
  /// The name under which the latitude, or the place that has it, is given.
  var latitudeName = "center"
  /// The padding of the camera, within which spans are visible.
  var padding = EdgeInsets.zero

  /// Whether any form is given.
  static func isGiven(in given: Given) -> Bool { forms.contains(where: given.has) }

  /// The side in points of the tiles asked for: pixels where a screen scale is given.
  static func tileSize(_ given: Given, default size: Double) throws(QuestionError) -> Double {
    let side = try given.number("tile", .tileSize) ?? size
    guard let scale = try given.number("screen-scale", .screenScale) else { return side }
    return Zoom.tileSize(pixels: side, screenScale: scale)
  }

  /// The zoom, as it was given and within +-64 for tiles of 512 points.
  func zoom() throws(QuestionError) -> Zoom {
    let zoom = try anyZoom()
    guard abs(zoom.z512) <= 64 else {
      throw QuestionError(.noAnswer, "that is not within the zooms -64...64 of 512-point tiles")
    }
    return zoom
  }

  private func anyZoom() throws(QuestionError) -> Zoom {
    if try spans() != nil { return try zoomOfSpans() }
    guard let form = try given.one(of: Self.forms) else {
      throw given.missing(
        ["z256", "z512", "span", "distance", "meters-per-point"], "nothing says how large the map is drawn")
    }
    switch form {
    case "scale": return Zoom(scale: try given.number(form, .zoomScale) ?? 1, tileSize: 256)
    case "map-width":
      let width = try given.number(form, .mapWidth) ?? 1
      return try zoom(span: Region.Span(latitudeDelta: 0, longitudeDelta: width / MapPoint.worldSide * 360))
    case "distance", "altitude": return try zoomOfMapKitCamera(form)
    case "meters-per-point":
      let meters = try given.number(form, .metersPerPoint) ?? 1
      return Zoom(metersPerPoint: meters, latitude: try neededLatitude(form), tileSize: 256)
    case "mapbox-meters-per-point":
      let meters = try given.number(form, .metersPerPoint) ?? 1
      return Zoom(mapboxMetersPerPoint: meters, latitude: try neededLatitude(form), tileSize: 512)
    default: return try zoomOfLevel(form)
    }
  }

  private func zoomOfLevel(_ form: String) throws(QuestionError) -> Zoom {
    let level = try given.number(form, .level) ?? 0
    guard form == "zoom" else { return Zoom(level: level, tileSize: Double(form.dropFirst()) ?? 256) }
    guard given.has("tile") else {
      let names = (QuestionError.name("tile"), QuestionError.name("z256"), QuestionError.name("z512"))
      throw QuestionError(
        .badQuestion,
        "\(QuestionError.name(form)) needs \(names.0), the side of the tiles that it counts: 256 for OpenStreetMap and "
          + "Google, 512 for Mapbox; or give \(names.1) or \(names.2)")
    }
    return Zoom(level: level, tileSize: try Self.tileSize(given, default: 256))
  }

  private func zoomOfMapKitCamera(_ form: String) throws(QuestionError) -> Zoom {
    // A MapKit camera looks at the middle of the view, and the place given lies in the middle of what padding leaves.
    if padding != .zero { _ = try given.one(of: ["padding", form]) }
    let viewport = try view.needed(given, for: QuestionError.name(form))
    let place = Coordinate(latitude: try neededLatitude(form), longitude: 0)
    let meters = try given.meters(form) ?? 1
    let mapKit =
      form == "altitude"
      ? MapKitCamera(center: place, altitudeMeters: meters, pitch: view.pitch)
      : MapKitCamera(center: place, distanceMeters: meters)
    let camera = try QuestionError.translating { () throws(CameraError) in try Camera(mapKit, in: viewport) }
    return Zoom(level: camera.zoom512, tileSize: Camera.baseTileSize)
  }

  private func neededLatitude(_ form: String) throws(QuestionError) -> Double {
    guard let latitude else {
      throw given.missing([latitudeName], "\(QuestionError.name(form)) needs the latitude of the middle")
    }
    return latitude
  }
}

extension GivenScale {
  /// The span in degrees, or that of distances in metres; what is not given is nil.
  func spans() throws(QuestionError) -> (latitude: Double?, longitude: Double?)? {
    let groups = [["span", "latitude-span"], ["latitudinal-meters", "longitudinal-meters"]]
    guard let group = groups.first(where: { $0.contains(where: given.has) }) else { return nil }
    let others = Self.forms.filter { !group.contains($0) && given.has($0) }
    if let other = others.first, let own = group.first(where: given.has) { _ = try given.one(of: [own, other]) }
    if group[0] == "span" {
      return (try given.number("latitude-span", .latitudeSpan), try given.number("span", .longitudeSpan))
    }
    let center = Coordinate(latitude: try neededLatitude(group.first(where: given.has) ?? group[0]), longitude: 0)
    let meters = (try given.meters("latitudinal-meters"), try given.meters("longitudinal-meters"))
    let span = Region(center: center, latitudinalMeters: meters.0 ?? 0, longitudinalMeters: meters.1 ?? 0).span
    // At the poles a degree of longitude has no length.
    guard meters.1 == nil || NumberForm.longitudeSpan.holds(span.longitudeDelta) else {
      throw QuestionError(.noAnswer, "so close to a pole that a distance has no longitude span")
    }
    return (meters.0.map { _ in span.latitudeDelta }, meters.1.map { _ in span.longitudeDelta })
  }

  /// The greatest zoom that shows the spans.
  private func zoomOfSpans() throws(QuestionError) -> Zoom {
    guard let spans = try spans() else { throw given.missing(["span"], "there is no span") }
    var zooms: [Zoom] = []
    if let longitude = spans.longitude {
      zooms.append(try zoom(span: Region.Span(latitudeDelta: 0, longitudeDelta: longitude)))
    }
    if let delta = spans.latitude {
      let viewport = try paddedViewport()
      let center = Coordinate(latitude: try neededLatitude("latitude-span"), longitude: 0)
      let span = Region.Span(latitudeDelta: delta, longitudeDelta: 0)
      let height = MapRect(Region(center: center, span: span)).height
      let scale = viewport.uprightBox(bearing: view.bearing).height / height
      zooms.append(Zoom(scale: scale, tileSize: 256))
    }
    return zooms.min { $0.z256 < $1.z256 } ?? Zoom(level: 0, tileSize: 256)
  }

  private func zoom(span: Region.Span) throws(QuestionError) -> Zoom {
    Zoom(span: span, viewport: try paddedViewport(), bearing: view.bearing, tileSize: 256)
  }

  /// The view with the camera's padding among its insets.
  private func paddedViewport() throws(QuestionError) -> Viewport {
    var viewport = try view.needed(given, for: "a span")
    viewport.insets = viewport.insets + padding
    return viewport
  }
}
