import MapMath

/// The scale of the map, in any of its forms.
struct ScaleParameters {
  /// Exactly one of these is set; the two spans may be combined, and so may the two distances.
  static let forms = [
    "z128", "z256", "z512", "zoom", "scale", "span", "latitude-span", "map-width", "latitudinal-meters",
    "longitudinal-meters", "distance", "altitude", "meters-per-point", "mapbox-meters-per-point",
  ]
  static let names = forms + ["tile", "screen-scale"]

  let parameters: QueryParameters
  let view: ViewParameters
  /// The coordinate in the middle, or only its latitude; nil when unknown.
  let latitude: Double?
  /// The name under which the latitude, or of the coordinate that has it.
  var latitudeName = "center"
  /// The padding of the camera, within which spans are visible.
  var padding = ScreenPadding.zero

  /// Whether any form is there.
  static func isGiven(in parameters: QueryParameters) -> Bool { forms.contains(where: parameters.has) }

  /// The side in points of the requested tiles: pixels if a screen scale is set.
  static func tileSize(_ parameters: QueryParameters, default size: Double) throws(QueryError) -> Double {
    let side = try parameters.number("tile", .tileSize) ?? size
    guard let scale = try parameters.number("screen-scale", .screenScale) else { return side }
    return Zoom.tileSize(pixels: side, screenScale: scale)
  }

  /// The zoom, as it was set and within +-64 for tiles of 512 points.
  func zoom() throws(QueryError) -> Zoom {
    let zoom = try anyZoom()
    guard abs(zoom.z512) <= 64 else {
      throw QueryError(.noResult, "that is not within the zooms -64...64 of 512-point tiles")
    }
    return zoom
  }

  private func anyZoom() throws(QueryError) -> Zoom {
    if try spans() != nil { return try zoomOfSpans() }
    guard let form = try parameters.one(of: Self.forms) else {
      throw parameters.missing(
        ["z256", "z512", "span", "distance", "meters-per-point"], "nothing says how large the map is drawn")
    }
    switch form {
    case "scale": return Zoom(scale: try parameters.number(form, .zoomScale) ?? 1, tileSize: 256)
    case "map-width":
      let width = try parameters.number(form, .mapWidth) ?? 1
      return try zoom(span: Region.Span(latitudeDelta: 0, longitudeDelta: width / MapPoint.worldSide * 360))
    case "distance", "altitude": return try zoomOfMapKitCamera(form)
    case "meters-per-point":
      let meters = try parameters.number(form, .metersPerPoint) ?? 1
      return Zoom(metersPerPoint: meters, latitude: try neededLatitude(form), tileSize: 256)
    case "mapbox-meters-per-point":
      let meters = try parameters.number(form, .metersPerPoint) ?? 1
      return Zoom(mapboxMetersPerPoint: meters, latitude: try neededLatitude(form), tileSize: 512)
    default: return try zoomOfLevel(form)
    }
  }

  private func zoomOfLevel(_ form: String) throws(QueryError) -> Zoom {
    let level = try parameters.number(form, .level) ?? 0
    guard form == "zoom" else { return Zoom(level: level, tileSize: Double(form.dropFirst()) ?? 256) }
    guard parameters.has("tile") else {
      let names = (QueryError.name("tile"), QueryError.name("z256"), QueryError.name("z512"))
      throw QueryError(
        .badQuery,
        "\(QueryError.name(form)) needs \(names.0), the side of the tiles that it counts: 256 for OpenStreetMap and "
          + "Google, 512 for Mapbox; or give \(names.1) or \(names.2)")
    }
    return Zoom(level: level, tileSize: try Self.tileSize(parameters, default: 256))
  }

  private func zoomOfMapKitCamera(_ form: String) throws(QueryError) -> Zoom {
    // A MapKit camera looks at the middle of the view, and the coordinate lies in the middle of the area inside the
    // padding.
    if padding != .zero { _ = try parameters.one(of: ["padding", form]) }
    let viewport = try view.needed(parameters, for: QueryError.name(form))
    let coordinate = Coordinate(latitude: try neededLatitude(form), longitude: 0)
    let meters = try parameters.meters(form) ?? 1
    let mapKit =
      form == "altitude"
      ? MapKitCamera(center: coordinate, altitudeMeters: meters, pitch: view.pitch)
      : MapKitCamera(center: coordinate, distanceMeters: meters)
    let camera = try QueryError.translating { () throws(CameraError) in try Camera(mapKit, in: viewport) }
    return Zoom(level: camera.zoom512, tileSize: Camera.baseTileSize)
  }

  private func neededLatitude(_ form: String) throws(QueryError) -> Double {
    guard let latitude else {
      throw parameters.missing([latitudeName], "\(QueryError.name(form)) needs the latitude of the middle")
    }
    return latitude
  }
}

extension ScaleParameters {
  /// The span in degrees, or that of distances in meters; nil if not set.
  func spans() throws(QueryError) -> (latitude: Double?, longitude: Double?)? {
    let groups = [["span", "latitude-span"], ["latitudinal-meters", "longitudinal-meters"]]
    guard let group = groups.first(where: { $0.contains(where: parameters.has) }) else { return nil }
    let others = Self.forms.filter { !group.contains($0) && parameters.has($0) }
    if let other = others.first, let own = group.first(where: parameters.has) {
      _ = try parameters.one(of: [own, other])
    }
    if group[0] == "span" {
      return (try parameters.number("latitude-span", .latitudeSpan), try parameters.number("span", .longitudeSpan))
    }
    let center = Coordinate(latitude: try neededLatitude(group.first(where: parameters.has) ?? group[0]), longitude: 0)
    let meters = (try parameters.meters("latitudinal-meters"), try parameters.meters("longitudinal-meters"))
    let span = Region(center: center, latitudinalMeters: meters.0 ?? 0, longitudinalMeters: meters.1 ?? 0).span
    // At the poles a degree of longitude has no length.
    guard meters.1 == nil || NumberForm.longitudeSpan.holds(span.longitudeDelta) else {
      throw QueryError(.noResult, "so close to a pole that a distance has no longitude span")
    }
    return (meters.0.map { _ in span.latitudeDelta }, meters.1.map { _ in span.longitudeDelta })
  }

  /// The greatest zoom that shows the spans.
  private func zoomOfSpans() throws(QueryError) -> Zoom {
    guard let spans = try spans() else { throw parameters.missing(["span"], "there is no span") }
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

  private func zoom(span: Region.Span) throws(QueryError) -> Zoom {
    Zoom(span: span, viewport: try paddedViewport(), bearing: view.bearing, tileSize: 256)
  }

  /// The view with the camera's padding among its insets.
  private func paddedViewport() throws(QueryError) -> MapViewport {
    var viewport = try view.needed(parameters, for: "a span")
    viewport.insets = viewport.insets + padding
    return viewport
  }
}
